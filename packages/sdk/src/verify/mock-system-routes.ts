import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { errorBody } from '@patchbay/contract/base/error-body'
import { ERRORS, errorMessage } from '@patchbay/contract/base/errors'
import { missing } from '@patchbay/contract/base/not-found'
import { InputError, type InputReader, inputReader } from '@patchbay/contract/base/read-input'
import { BYTE_ENDPOINTS, ENDPOINTS } from '@patchbay/contract/endpoints'
import type { IntegrationModuleEdit } from '@patchbay/contract/integration-modules/registration'
import { decideEdit, splitUnknown } from '@patchbay/contract/integration-modules/registration-rules'
import { adviseOn } from './advice.ts'
import { CHAT_ROUTES } from './mock-chats.ts'
import { PAYMENT_ROUTES } from './mock-payments.ts'
import { type MockResponse, type MockSystemState, type RouteHandler, refuse } from './mock-system-state.ts'
import { TELEPHONY_ROUTES } from './mock-telephony.ts'

// Every request of a module is read with the contract's own schemas and decided by the rules that the server uses, so what
// is accepted here is accepted by the system, and what is refused here is refused there.

export type MockRequest = {
  method: string
  path: string
  query: Record<string, unknown>
  body: Record<string, unknown>
  bytes: Uint8Array
  contentType: string
}

export type MockResult = { answer: MockResponse; problem?: string; warnings: string[] }

const edit: RouteHandler = (state, { params, body }) => {
  const given = body.integrationModule as IntegrationModuleEdit
  const { module } = state
  const path = String(params.code)
  const before = module?.code === path ? module : undefined
  const decision = decideEdit(before, path, given)
  if (!decision.ok) return refuse('entity_invalid', { fields: decision.fields })
  // A key acts for one module (D-81).
  if (module && !before) refuse('key_of_other_module', { values: { code: path, module: module.code } })
  const { integrations, notExistUsersIds, notExistSiteCodes } = splitUnknown(
    decision.settings.integrations,
    state.users,
    [...state.sites],
  )
  state.module = { ...decision.settings, integrations }
  const info = {
    signature: { secret: state.secret },
    ...(notExistUsersIds.length > 0 && { notExistUsersIds }),
    ...(notExistSiteCodes.length > 0 && { notExistSiteCodes }),
    ...(integrations.mgTransport && { mgTransport: { endpointUrl: state.url, token: state.token } }),
  }
  return { body: { success: true, info } }
}

const showModule: RouteHandler = ({ module, secret, token }, { params }) => {
  if (module === undefined || module.code !== params.code)
    return refuse('not_found', missing('Module', 'code', params.code))
  const { mgTransport, ...others } = module.integrations
  const integrations = { ...others, ...(mgTransport && { mgTransport: { ...mgTransport, token } }) }
  return { body: { success: true, integrationModule: { ...module, integrations, signature: { secret } } } }
}

const page = (name: string, items: readonly object[]): object => {
  const pagination = { limit: 250, totalCount: items.length, currentPage: 1, totalPageCount: items.length > 0 ? 1 : 0 }
  return { body: { success: true, pagination, [name]: items } }
}

const userOf = (id: number) => ({
  id,
  firstName: `User ${id}`,
  lastName: '',
  email: `user${id}@shop.test`,
  active: true,
  status: 'free',
})

const showUser: RouteHandler = ({ users }, { params }) => {
  if (!users.has(Number(params.id))) refuse('not_found', missing('User', 'id', params.id))
  return { body: { success: true, user: userOf(Number(params.id)) } }
}

const CREDENTIALS = {
  success: true,
  credentials: [
    '/api/integration-modules/{code}',
    '/api/integration-modules/{code}/edit',
    '/api/payment/(updateInvoice|check)',
  ],
  scopes: [
    'integration_read',
    'integration_write',
    'payments_read',
    'payments_write',
    'telephony_read',
    'telephony_write',
  ],
  siteAccess: 'access_full',
  sitesAvailable: [],
}

const shops = (sites: ReadonlySet<string>) =>
  Object.fromEntries([...sites].map((code) => [code, { code, name: code, url: `https://${code}.test` }]))

const ROUTES: Readonly<Record<string, RouteHandler>> = {
  'accounts.credentials': () => ({ body: CREDENTIALS }),
  'accounts.system-info': ({ url }) => ({
    body: { success: true, systemVersion: '1', publicUrl: url, technicalUrl: url },
  }),
  'accounts.api-versions': () => ({ body: { success: true, versions: ['5.0'] } }),
  'settings.get': ({ timezone }) => ({ body: { success: true, settings: { timezone: { value: timezone } } } }),
  'users.list': ({ users }) => page('users', [...users].map(userOf)) as { body: object },
  'users.groups.list': () => page('groups', []) as { body: object },
  'users.get': showUser,
  'shops.list': ({ sites }) => ({ body: { success: true, sites: shops(sites) } }),
  'references.payment-types': () => ({ body: { success: true, paymentTypes: {} } }),
  'references.payment-statuses': () => ({ body: { success: true, paymentStatuses: {} } }),
  'integration-modules.edit': edit,
  'integration-modules.get': showModule,
  ...TELEPHONY_ROUTES,
  ...PAYMENT_ROUTES,
  ...CHAT_ROUTES,
}

/** Older versions of a method are the same method. */
const handlerOf = ({ id }: Endpoint): RouteHandler | undefined => ROUTES[id] ?? ROUTES[id.replace(/-v\d$/, '')]

type BoundRoute = { endpoint: Endpoint; path: RegExp; names: string[]; handler: RouteHandler }

const BOUND: readonly BoundRoute[] = [...ENDPOINTS, ...BYTE_ENDPOINTS].flatMap((endpoint) => {
  const handler = handlerOf(endpoint)
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const path = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}$`)
  return handler ? [{ endpoint, path, names, handler }] : []
})
// Fixed paths win over those with parameters, as in the server.
const BY_PATH = BOUND.toSorted((one, other) => one.names.length - other.names.length)

const readers = new Map<string, InputReader>()
const readerFor = (endpoint: Endpoint): InputReader => {
  const reader = readers.get(endpoint.id) ?? inputReader(endpoint)
  readers.set(endpoint.id, reader)
  return reader
}

const warningsOf = (body: unknown): string[] =>
  Array.isArray((body as { warnings?: unknown } | null)?.warnings) ? (body as { warnings: string[] }).warnings : []

const describe = (message: string, fields: Record<string, string> | undefined): string =>
  fields
    ? `${message}: ${Object.entries(fields)
        .map(([name, text]) => `${name} ${text}`)
        .join('; ')}`
    : message

export const renderError = (error: InputError, path: string): MockResult => {
  const { code, values, fields } = error
  const message = errorMessage(code, values)
  const answer = { status: ERRORS[code].status, body: errorBody({ code, message, fields, values }, path) }
  return { answer, problem: describe(message, fields), warnings: [] }
}

const serve = ({ endpoint, path, names, handler }: BoundRoute, state: MockSystemState, request: MockRequest) => {
  const found = path.exec(request.path)
  const params = Object.fromEntries(names.map((name, place) => [name, decodeURIComponent(found?.[place + 1] ?? '')]))
  const { input, unknown } = readerFor(endpoint)({ params, query: request.query, body: request.body })
  const { bytes, contentType } = request
  const parts = { params: {}, query: {}, body: {}, ...input } as Parameters<RouteHandler>[1]
  const { status = endpoint.status, body, headers } = handler(state, { ...parts, bytes, contentType })
  const unkept = unknown.map((name) => `${name} is not kept: there is no such member here`)
  const answered = unkept.length > 0 ? { ...(body as object), warnings: unkept } : body
  const warnings = [...warningsOf(answered), ...adviseOn(endpoint.id, parts.body)]
  return { answer: { status, body: answered, ...(headers && { headers }) }, warnings }
}

export const findRoute = (state: MockSystemState, request: MockRequest): MockResult => {
  const route = BY_PATH.find(({ endpoint, path }) => endpoint.method === request.method && path.test(request.path))
  try {
    if (route) return serve(route, state, request)
    const isKnown = BY_PATH.some(({ path }) => path.test(request.path))
    const result = renderError(new InputError(isKnown ? 'method_not_allowed' : 'method_unknown', {}), request.path)
    return { ...result, problem: `${request.method} ${request.path} is not a method of the API that modules use` }
  } catch (error) {
    if (error instanceof InputError) return renderError(error, request.path)
    throw error
  }
}
