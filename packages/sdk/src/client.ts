import type { IntegrationModule, RegistrationInfo } from '@patchbay/contract/integration-modules/registration'
import { type Call, type Patience, type Sent, send } from './http.ts'
import { type ModuleEdit, withoutSlash } from './registration.ts'
import type {
  AccountSettings,
  CallEvent,
  CallRecord,
  CallTrace,
  CheckInvoice,
  ImportedInvoice,
  Invoice,
  ManagerFound,
  PaymentStatus,
  PaymentType,
  Site,
  UpdateInvoice,
  User,
  UserGroup,
  UserStatus,
} from './shapes.ts'

// Every method of the integration API that a module calls. Each is sent again after silence only where a second time does
// no harm.

export type ClientOptions = { systemUrl: string; apiKey: string; patience?: Patience }

export type Credentials = {
  credentials: string[]
  scopes: string[]
  siteAccess: 'access_full' | 'access_selective'
  sitesAvailable: string[]
}

export type EventTaken = { notExistCodes?: string[]; notExistUsers?: number[] }
export type CallsTaken = { processedCallsCount: number; duplicateCalls: string[] }
export type Checked = { ok: true } | { ok: false; errorMsg: string }

/** The time of a call as the system wants it: Y-m-d H:i:s in its own zone. */
export const systemTime = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(date)

const MOST_CALLS = 50

const inPieces = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

type Fields = Record<string, unknown>

const form = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()

const callers = ({ systemUrl, apiKey, patience }: ClientOptions) => {
  const address = (path: string) => `${withoutSlash(systemUrl)}${path}`
  const headers = { 'x-api-key': apiKey, accept: 'application/json' }
  const ask = <T>(call: Omit<Call, 'headers'>, more: Record<string, string> = {}): Promise<T> =>
    send({ ...call, headers: { ...headers, ...more } }, patience).then(({ body }: Sent) => body as T)
  return {
    get: <T>(path: string, query: Fields = {}): Promise<T> => {
      const search = form(query)
      return ask<T>({ method: 'GET', url: address(path) + (search && `?${search}`), repeatable: true })
    },
    post: <T>(path: string, fields: Fields, repeatable: boolean): Promise<T> =>
      ask<T>(
        { method: 'POST', url: address(path), body: form(fields), repeatable },
        { 'content-type': 'application/x-www-form-urlencoded' },
      ),
  }
}

type Ways = ReturnType<typeof callers>

const LARGEST_PAGE = 250

/** A list in pages, read to its end. */
const listAll = async <Name extends string, T>({ get }: Ways, path: string, name: Name): Promise<T[]> => {
  type Page = Record<Name, T[]> & { pagination: { totalPageCount: number } }
  const all: T[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await get<Page>(path, { limit: LARGEST_PAGE, page })
    all.push(...answer[name])
    last = answer.pagination.totalPageCount
  }
  return all
}

/** The account that the key belongs to. What the key may do is in `credentials`; each method needs a scope. */
const account = (ways: Ways) => {
  const { get } = ways
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
    /** Everybody who works there: whom an exchange gives extensions to. */
    users: () => listAll<'users', User>(ways, '/api/v5/users', 'users'),
    user: async (id: number): Promise<User> => (await get<{ user: User }>(`/api/v5/users/${id}`)).user,
    userGroups: () => listAll<'groups', UserGroup>(ways, '/api/v5/user-groups', 'groups'),
    /** The shops that the key sees, by their codes. */
    sites: async () => (await get<{ sites: Record<string, Site> }>('/api/v5/reference/sites')).sites,
    paymentTypes: async () =>
      (await get<{ paymentTypes: Record<string, PaymentType> }>('/api/v5/reference/payment-types')).paymentTypes,
    paymentStatuses: async () =>
      (await get<{ paymentStatuses: Record<string, PaymentStatus> }>('/api/v5/reference/payment-statuses'))
        .paymentStatuses,
  }
}

const registry = ({ get, post }: Ways) => {
  const address = (code: string) => `/api/v5/integration-modules/${encodeURIComponent(code)}`
  return {
    /** Makes the module or changes it, by its code: doing it twice is doing it once. */
    register: async (module: ModuleEdit & { rotateSecret?: boolean }): Promise<RegistrationInfo> => {
      const path = `${address(module.code)}/edit`
      return (await post<{ info?: RegistrationInfo }>(path, { integrationModule: module }, true)).info ?? {}
    },
    module: async (code: string): Promise<IntegrationModule> =>
      (await get<{ integrationModule: IntegrationModule }>(address(code))).integrationModule,
    /** A key with another choice of the scopes that were granted; the old one goes on for a day. */
    updateScopes: async (code: string, scopes: string[]): Promise<string> =>
      (await post<{ apiKey: string }>(`${address(code)}/update-scopes`, { requires: { scopes } }, false)).apiKey,
  }
}

const telephony = ({ get, post }: Ways) => ({
  callEvent: (event: CallEvent, clientId?: string): Promise<EventTaken> =>
    post<EventTaken>('/api/v5/telephony/call/event', { event, clientId }, event.callExternalId !== undefined),
  /** However many: they are sent fifty at a time, and a repeat makes no second call. */
  uploadCalls: async (calls: readonly CallRecord[], clientId?: string): Promise<CallsTaken> => {
    const taken: CallsTaken = { processedCallsCount: 0, duplicateCalls: [] }
    for (const piece of inPieces(calls, MOST_CALLS)) {
      const answer = await post<Partial<CallsTaken>>('/api/v5/telephony/calls/upload', { calls: piece, clientId }, true)
      taken.processedCallsCount += answer.processedCallsCount ?? 0
      taken.duplicateCalls.push(...(answer.duplicateCalls ?? []))
    }
    return taken
  },
  /** Who should get a call from this number; nobody when the manager is not there, not free or has no extension. */
  findManager: (query: { phone: string; details?: boolean; ignoreStatus?: boolean }): Promise<ManagerFound> =>
    get<ManagerFound>('/api/v5/telephony/manager', {
      phone: query.phone,
      details: query.details ? '1' : undefined,
      ignoreStatus: query.ignoreStatus ? '1' : undefined,
    }),
  /** Why a card did or did not appear: what each event of a call went through. */
  callTrace: async (callExternalId: string, clientId?: string): Promise<CallTrace> =>
    (await get<{ trace: CallTrace }>('/api/v5/telephony/call/trace', { callExternalId, clientId })).trace,
  setUserStatus: (userId: number | string, status: UserStatus): Promise<unknown> =>
    post(`/api/v5/users/${encodeURIComponent(userId)}/status`, { status }, true),
})

const payments = ({ get, post }: Ways) => ({
  /** Ask before money is taken: the order may have changed. No answer is not a yes: it throws. */
  checkInvoice: async ({ invoiceUuid, amount, currency }: CheckInvoice): Promise<Checked> => {
    type Answer = { success: boolean; errorMsg?: string; result?: { success: boolean; errorMsg?: string } }
    const check = { invoiceUuid, amount, currency }
    const answer = await post<Answer | undefined>('/api/v5/payment/check', { check }, true)
    if (answer?.success === true && answer.result?.success !== false) return { ok: true }
    return { ok: false, errorMsg: answer?.result?.errorMsg ?? answer?.errorMsg ?? 'The system refused the payment' }
  },
  /** Reports where the money is. The state is told, not a change, so telling it twice does no harm. */
  updateInvoice: (updateInvoice: UpdateInvoice): Promise<unknown> =>
    post('/api/v5/payment/update-invoice', { updateInvoice }, true),
  invoice: async (invoiceUuid: string): Promise<Invoice> =>
    (await get<{ invoice: Invoice }>(`/api/v5/payment/invoice/${encodeURIComponent(invoiceUuid)}`)).invoice,
  /** Issues an invoice for a payment of an order; gives its link. While one is open, a repeat gets the same link. */
  createInvoice: async (createInvoice: { paymentId: number; returnUrl?: string }): Promise<string> =>
    (await post<{ result: { link: string } }>('/api/v5/payment/create-invoice', { createInvoice }, true)).result.link,
  /** Brings in an invoice that was issued elsewhere; gives its UUID. One that is over could come twice: sent once. */
  importInvoice: async (invoice: ImportedInvoice): Promise<string> =>
    (await post<{ invoice: { invoiceUuid: string } }>('/api/v5/payment/invoice/import', { invoice }, false)).invoice
      .invoiceUuid,
})

export type Client = ReturnType<typeof createClient>

export const createClient = (options: ClientOptions) => {
  const ways = callers(options)
  return { ...account(ways), ...registry(ways), ...telephony(ways), ...payments(ways) }
}
