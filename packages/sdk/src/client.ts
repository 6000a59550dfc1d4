import type { IntegrationModule, RegistrationInfo } from '@patchbay/contract/integration-modules/registration'
import { type HttpRequest, type RetryOptions, type SendResult, send } from './http.ts'
import { type ModuleEdit, trimTrailingSlash } from './registration.ts'
import type {
  AccountSettings,
  CallEvent,
  CallRecord,
  CallTrace,
  CallTranscript,
  CheckInvoice,
  ImportedInvoice,
  Invoice,
  ManagerLookupQuery,
  ManagerLookupResult,
  PaymentStatus,
  PaymentType,
  Site,
  UpdateInvoice,
  User,
  UserGroup,
  UserStatus,
} from './shapes.ts'

// Every method of the integration API that a module calls. Each POST carries an Idempotency-Key, the same on every attempt, so a
// request without a response can be repeated.

export type ClientOptions = {
  systemUrl: string
  apiKey: string
  /** Says which module is calling. Needed where several exchanges share one key. */
  clientId?: string
  retry?: RetryOptions
}

export type Credentials = {
  credentials: string[]
  scopes: string[]
  siteAccess: 'access_full' | 'access_selective'
  sitesAvailable: string[]
}

/** With the members of the registration that were not kept. */
export type RegistrationAnswer = RegistrationInfo & { warnings?: string[] }

export type CallEventResult = { notExistCodes?: string[]; notExistUsers?: number[] }
export type CallUploadResult = { processedCallsCount: number; duplicateCalls: string[] }
export type InvoiceCheckResult = { ok: true } | { ok: false; errorMsg: string }

/** A time in the system's format and zone: Y-m-d H:i:s. */
export const systemTime = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(date)

const MAX_CALLS_PER_UPLOAD = 50

const chunk = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

type Fields = Record<string, unknown>

const form = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()

const createHttpMethods = ({ systemUrl, apiKey, retry }: ClientOptions) => {
  const address = (path: string) => `${trimTrailingSlash(systemUrl)}${path}`
  const headers = { 'x-api-key': apiKey, accept: 'application/json' }
  const request = <T>(call: Omit<HttpRequest, 'headers'>, more: Record<string, string> = {}): Promise<T> =>
    send({ ...call, headers: { ...headers, ...more } }, retry).then(({ body }: SendResult) => body as T)
  return {
    get: <T>(path: string, query: Fields = {}): Promise<T> => {
      const search = form(query)
      return request<T>({ method: 'GET', url: address(path) + (search && `?${search}`), retryable: true })
    },
    post: <T>(path: string, fields: Fields, retryable = true, key: string = crypto.randomUUID()): Promise<T> =>
      request<T>(
        { method: 'POST', url: address(path), body: form(fields), retryable },
        { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key },
      ),
  }
}

type HttpMethods = ReturnType<typeof createHttpMethods>

const MAX_PAGE_SIZE = 250

/** Reads all pages of a list. */
const listAll = async <Name extends string, T>({ get }: HttpMethods, path: string, name: Name): Promise<T[]> => {
  type Page = Record<Name, T[]> & { pagination: { totalPageCount: number } }
  const all: T[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await get<Page>(path, { limit: MAX_PAGE_SIZE, page })
    all.push(...answer[name])
    last = answer.pagination.totalPageCount
  }
  return all
}

/** The account that the API key belongs to. `credentials` lists the scopes of the key; each method needs one. */
const account = (http: HttpMethods) => {
  const { get } = http
  const settings = async (): Promise<AccountSettings> =>
    (await get<{ settings: AccountSettings }>('/api/v5/settings')).settings
  return {
    versions: async (): Promise<string[]> => (await get<{ versions: string[] }>('/api/api-versions')).versions,
    credentials: () => get<Credentials>('/api/credentials'),
    systemInfo: () => get<{ systemVersion: string; publicUrl: string; technicalUrl: string }>('/api/system-info'),
    /** Currency, language and time zone of the account. Needs the scope reference_read. */
    settings,
    /** The zone in which the system reads and writes times; see systemTime. Needs the scope reference_read. */
    timeZone: async (): Promise<string> => (await settings()).timezone.value,
    /** All users of the account, to whom an exchange assigns extensions. */
    users: () => listAll<'users', User>(http, '/api/v5/users', 'users'),
    user: async (id: number): Promise<User> => (await get<{ user: User }>(`/api/v5/users/${id}`)).user,
    userGroups: () => listAll<'groups', UserGroup>(http, '/api/v5/user-groups', 'groups'),
    /** The shops that the key has access to, by code. */
    sites: async () => (await get<{ sites: Record<string, Site> }>('/api/v5/reference/sites')).sites,
    paymentTypes: async () =>
      (await get<{ paymentTypes: Record<string, PaymentType> }>('/api/v5/reference/payment-types')).paymentTypes,
    paymentStatuses: async () =>
      (await get<{ paymentStatuses: Record<string, PaymentStatus> }>('/api/v5/reference/payment-statuses'))
        .paymentStatuses,
  }
}

const modules = ({ get, post }: HttpMethods) => {
  const address = (code: string) => `/api/v5/integration-modules/${encodeURIComponent(code)}`
  return {
    /** Creates or updates the module with this code. Idempotent. */
    register: async (module: ModuleEdit & { rotateSecret?: boolean }): Promise<RegistrationAnswer> => {
      const path = `${address(module.code)}/edit`
      type Answer = { info?: RegistrationInfo; warnings?: string[] }
      const { info = {}, warnings } = await post<Answer>(path, { integrationModule: module })
      return { ...info, ...(warnings && { warnings }) }
    },
    module: async (code: string): Promise<IntegrationModule> =>
      (await get<{ integrationModule: IntegrationModule }>(address(code))).integrationModule,
    /** Returns a new key with these scopes, out of those that were granted. Use it at once: the old key gets no secrets any more. */
    updateScopes: async (code: string, scopes: string[]): Promise<string> =>
      (await post<{ apiKey: string }>(`${address(code)}/update-scopes`, { requires: { scopes } })).apiKey,
  }
}

const telephony = ({ get, post }: HttpMethods, ownId: string | undefined) => ({
  /** Without a callExternalId a repeat cannot be recognised while the first is under way: such an event is sent once. */
  /** A module that may send an event twice (it was killed before it noted the response) gives it a key of its own (D-84). */
  callEvent: (event: CallEvent, clientId = ownId, idempotencyKey?: string): Promise<CallEventResult> =>
    post<CallEventResult>(
      '/api/v5/telephony/call/event',
      { event, clientId },
      event.callExternalId !== undefined,
      idempotencyKey,
    ),
  /** Any number of records: they are sent in batches of fifty. A repeat creates no second call. */
  uploadCalls: async (calls: readonly CallRecord[], clientId = ownId): Promise<CallUploadResult> => {
    const total: CallUploadResult = { processedCallsCount: 0, duplicateCalls: [] }
    for (const batch of chunk(calls, MAX_CALLS_PER_UPLOAD)) {
      const answer = await post<Partial<CallUploadResult>>('/api/v5/telephony/calls/upload', { calls: batch, clientId })
      total.processedCallsCount += answer.processedCallsCount ?? 0
      total.duplicateCalls.push(...(answer.duplicateCalls ?? []))
    }
    return total
  },
  /**
   * What was said in a call that was reported or uploaded before; it replaces an earlier transcript, and one without segments
   * deletes it. An extension: other systems with this interface do not have it.
   */
  uploadTranscript: async (transcript: CallTranscript, clientId = ownId): Promise<void> => {
    await post('/api/v5/telephony/call/transcript', { transcript, clientId })
  },
  /** The manager to route a call from this number to; none when the manager is absent, not free or has no extension. */
  /** With `route`, also the next best person who is free, for the shop `site` that was called. */
  findManager: (query: ManagerLookupQuery, clientId = ownId): Promise<ManagerLookupResult> =>
    get<ManagerLookupResult>('/api/v5/telephony/manager', {
      clientId,
      phone: query.phone,
      details: query.details ? '1' : undefined,
      ignoreStatus: query.ignoreStatus ? '1' : undefined,
      route: query.route ? '1' : undefined,
      site: query.site,
    }),
  /** How each event of a call was processed: why a call card did or did not appear. */
  callTrace: async (callExternalId: string, clientId = ownId): Promise<CallTrace> =>
    (await get<{ trace: CallTrace }>('/api/v5/telephony/call/trace', { callExternalId, clientId })).trace,
  setUserStatus: (userId: number | string, status: UserStatus): Promise<unknown> =>
    post(`/api/v5/users/${encodeURIComponent(userId)}/status`, { status }),
})

const payments = ({ get, post }: HttpMethods) => ({
  /** Check before taking money: the order may have changed. Throws when there is no response. */
  checkInvoice: async ({ invoiceUuid, amount, currency }: CheckInvoice): Promise<InvoiceCheckResult> => {
    type Answer = { success: boolean; errorMsg?: string; result?: { success: boolean; errorMsg?: string } }
    const check = { invoiceUuid, amount, currency }
    const answer = await post<Answer | undefined>('/api/v5/payment/check', { check })
    if (answer?.success === true && answer.result?.success !== false) return { ok: true }
    return { ok: false, errorMsg: answer?.result?.errorMsg ?? answer?.errorMsg ?? 'The system refused the payment' }
  },
  /** Reports the state of a payment. It is a state and not a change, so a repeat does no harm. */
  updateInvoice: (updateInvoice: UpdateInvoice): Promise<unknown> =>
    post('/api/v5/payment/update-invoice', { updateInvoice }),
  invoice: async (invoiceUuid: string): Promise<Invoice> =>
    (await get<{ invoice: Invoice }>(`/api/v5/payment/invoice/${encodeURIComponent(invoiceUuid)}`)).invoice,
  /**
   * Issues an invoice for a payment of an order and returns its link. While it is open, a repeat returns the same link.
   */
  createInvoice: async (createInvoice: { paymentId: number; returnUrl?: string }): Promise<string> =>
    (await post<{ result: { link: string } }>('/api/v5/payment/create-invoice', { createInvoice })).result.link,
  /** Imports an invoice that was issued elsewhere and returns its UUID. */
  importInvoice: async (invoice: ImportedInvoice): Promise<string> =>
    (await post<{ invoice: { invoiceUuid: string } }>('/api/v5/payment/invoice/import', { invoice })).invoice
      .invoiceUuid,
})

export type Client = ReturnType<typeof createClient>

export const createClient = (options: ClientOptions) => {
  const http = createHttpMethods(options)
  return { ...account(http), ...modules(http), ...telephony(http, options.clientId), ...payments(http) }
}
