import type { IncomingHttpHeaders } from 'node:http'
import { sameMoney } from '../money.ts'
import type { MockResponse, MockSystemState, Settings } from './mock-system-state.ts'
import {
  type ValidationContext,
  type Validator,
  validateCalls,
  validateChannel,
  validateCheck,
  validateEdit,
  validateEvent,
  validateMessage,
  validateReaction,
  validateUpdate,
} from './validate.ts'

type Request = {
  method: string
  path: string
  fields: Readonly<Record<string, unknown>>
  bytes: Uint8Array
  headers: IncomingHttpHeaders
}

type RouteHandler = (state: MockSystemState, request: Request, match: RegExpExecArray) => MockResponse

type Route = [method: string, path: RegExp, answer: RouteHandler, validate?: Validator]

const ok = (body: object = {}): MockResponse => ({ status: 200, body: { success: true, ...body } })
const plain = (body: object = {}, status = 200): MockResponse => ({ status, body })

/** D-80: extensions and numbers that a registration does not mention stay as they were. */
const withKeptLists = (before: Settings | undefined, given: Settings): Settings => {
  const [kept, telephony] = [before?.integrations?.telephony, given.integrations?.telephony]
  if (!kept || !telephony) return given
  const { additionalCodes, externalPhones } = kept
  return {
    ...given,
    integrations: { ...given.integrations, telephony: { additionalCodes, externalPhones, ...telephony } },
  }
}

const edit: RouteHandler = (state, { fields }) => {
  const settings = withKeptLists(state.settings(), fields.integrationModule as Settings)
  state.register(settings)
  const transport = settings.integrations?.mgTransport
  const info = {
    signature: { secret: state.secret },
    ...(transport && { mgTransport: { endpointUrl: state.url, token: state.token } }),
  }
  return { status: 201, body: { success: true, info } }
}

const upload: RouteHandler = (_memory, { fields }) => {
  const calls = Array.isArray(fields.calls) ? fields.calls : [fields.calls]
  return ok({ processedCallsCount: calls.length })
}

const check: RouteHandler = (state, { fields }) => {
  const { invoiceUuid, amount, currency } = fields.check as Record<string, unknown>
  const invoice = state.invoices.get(String(invoiceUuid))
  const errorMsg = !invoice
    ? 'There is no such invoice'
    : !sameMoney(amount, invoice.amount)
      ? 'Amount differs'
      : currency !== invoice.currency
        ? 'Currency differs'
        : undefined
  if (errorMsg === undefined) return ok({ result: { success: true } })
  return plain({ success: false, errorMsg, result: { success: false, errorMsg } })
}

const createChannel: RouteHandler = (state, { fields }) => {
  const id = state.channels.size + 1
  state.channels.set(id, { ...fields, id })
  return plain({ id, external_id: fields.external_id, activated_at: new Date().toISOString() }, 201)
}

const updateChannel: RouteHandler = (state, { fields }, [, id]) => {
  state.channels.set(Number(id), { ...state.channels.get(Number(id)), ...fields, id: Number(id) })
  return plain({ id: Number(id), updated_at: new Date().toISOString() })
}

const receiveMessage: RouteHandler = (state, { fields }) => {
  const { external_id } = fields.message as { external_id: string }
  const place = `${String(fields.channel ?? fields.channel_id)}/${external_id}`
  if (state.messages.has(place)) return plain({ errors: ['Message with passed external_id already exists'] }, 400)
  state.messages.set(place, state.messages.size + 1)
  return plain({ message_id: state.messages.size, time: new Date().toISOString() })
}

const uploadFile: RouteHandler = (state, { bytes, headers }) => {
  const id = crypto.randomUUID()
  const type = headers['content-type'] ?? 'application/octet-stream'
  state.files.set(id, { bytes, type })
  return plain({ id, type: type.startsWith('image/') ? 'image' : 'file', size: bytes.length })
}

const getFile: RouteHandler = (state, _request, [, id = '']) => {
  const file = state.files.get(id)
  if (!file) return plain({ errors: ['File not found'] }, 404)
  const url = `${state.url}/files/${id}`
  return plain({ id, type: 'file', size: file.bytes.length, mime_type: file.type, url, Url: url })
}

const getFileBytes: RouteHandler = (state, _request, [, id = '']) => {
  const file = state.files.get(id)
  return file
    ? { status: 200, headers: { 'content-type': file.type }, body: Buffer.from(file.bytes) }
    : plain({ errors: ['File not found'] }, 404)
}

const listTemplates: RouteHandler = ({ templates }) => plain([...templates.values()])

const createTemplate: RouteHandler = ({ templates }, { fields }, [, channel]) => {
  const place = `${channel}/${String(fields.code)}`
  if (templates.has(place)) return plain({ errors: ['Template with passed code already exists'] }, 400)
  templates.set(place, { ...fields, channel_id: Number(channel) })
  return plain()
}

const updateTemplate: RouteHandler = ({ templates }, { fields }, [, channel, code = '']) => {
  const place = `${channel}/${decodeURIComponent(code)}`
  if (!templates.has(place)) return plain({ errors: ['Template not found'] }, 400)
  templates.set(place, { ...templates.get(place), ...fields })
  return plain()
}

const deleteTemplate: RouteHandler = ({ templates }, _request, [, channel, code = '']) =>
  templates.delete(`${channel}/${decodeURIComponent(code)}`) ? plain() : plain({ errors: ['Template not found'] }, 400)

const getInvoice: RouteHandler = ({ invoices }, _request, [, uuid = '']) => {
  const invoice = invoices.get(uuid)
  if (!invoice) return plain({ success: false, errorMsg: 'Not found' }, 404)
  return ok({ invoice: { invoiceUuid: uuid, amount: String(invoice.amount), currency: invoice.currency, refunds: [] } })
}

const importInvoice: RouteHandler = ({ invoices }, { fields }) => {
  const { amount, currency } = fields.invoice as { amount: number; currency: string }
  const invoiceUuid = crypto.randomUUID()
  invoices.set(invoiceUuid, { amount, currency })
  return { status: 201, body: { success: true, invoice: { invoiceUuid } } }
}

const emptyPage = (name: string): RouteHandler => {
  const pagination = { limit: 250, totalCount: 0, currentPage: 1, totalPageCount: 0 }
  return () => ok({ pagination, [name]: [] })
}

const CREDENTIALS = {
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

const V5 = '^/api/v5'
const TRANSPORT = '^/api/transport/v1'

const ROUTES: readonly Route[] = [
  ['GET', /^\/api\/(v5\/)?credentials$/, () => ok(CREDENTIALS)],
  ['GET', /^\/api\/system-info$/, ({ url }) => ok({ systemVersion: '1', publicUrl: url, technicalUrl: url })],
  ['GET', /^\/api\/api-versions$/, () => ok({ versions: ['5.0'] })],
  ['GET', RegExp(`${V5}/settings$`), () => ok({ settings: { timezone: { value: 'UTC' } } })],
  ['GET', RegExp(`${V5}/users$`), emptyPage('users')],
  ['GET', RegExp(`${V5}/user-groups$`), emptyPage('groups')],
  ['GET', RegExp(`${V5}/users/(\\d+)$`), (_memory, _request, [, id]) => ok({ user: { id: Number(id) } })],
  ['POST', RegExp(`${V5}/users/(\\d+)/status$`), () => ok()],
  ['GET', RegExp(`${V5}/reference/sites$`), () => ok({ sites: {} })],
  ['GET', RegExp(`${V5}/reference/payment-types$`), () => ok({ paymentTypes: {} })],
  ['GET', RegExp(`${V5}/reference/payment-statuses$`), () => ok({ paymentStatuses: {} })],
  ['POST', RegExp(`${V5}/integration-modules/([^/]+)/edit$`), edit, validateEdit],
  ['GET', RegExp(`${V5}/integration-modules/([^/]+)$`), (it) => ok({ integrationModule: it.settings() })],
  ['POST', RegExp(`${V5}/telephony/call/event$`), () => ok(), validateEvent],
  ['POST', RegExp(`${V5}/telephony/calls/upload$`), upload, validateCalls],
  ['GET', RegExp(`${V5}/telephony/manager$`), () => ok()],
  ['GET', RegExp(`${V5}/telephony/call/trace$`), () => ok({ trace: { events: [] } })],
  ['POST', RegExp(`${V5}/payment/check$`), check, validateCheck],
  ['POST', RegExp(`${V5}/payment/update-invoice$`), () => ok(), validateUpdate],
  ['POST', RegExp(`${V5}/payment/create-invoice$`), ({ url }) => ok({ result: { link: `${url}/pay` } })],
  ['GET', RegExp(`${V5}/payment/invoice/([^/]+)$`), getInvoice],
  ['POST', RegExp(`${V5}/payment/invoice/import$`), importInvoice],
  ['GET', RegExp(`${TRANSPORT}/channels$`), ({ channels }) => plain([...channels.values()])],
  ['POST', RegExp(`${TRANSPORT}/channels$`), createChannel, validateChannel],
  ['PUT', RegExp(`${TRANSPORT}/channels/(\\d+)$`), updateChannel, validateChannel],
  ['DELETE', RegExp(`${TRANSPORT}/channels/(\\d+)$`), (_memory, _request, [, id]) => plain({ id: Number(id) })],
  ['GET', RegExp(`${TRANSPORT}/templates$`), listTemplates],
  ['POST', RegExp(`${TRANSPORT}/channels/(\\d+)/templates$`), createTemplate],
  ['PUT', RegExp(`${TRANSPORT}/channels/(\\d+)/templates/([^/]+)$`), updateTemplate],
  ['DELETE', RegExp(`${TRANSPORT}/channels/(\\d+)/templates/([^/]+)$`), deleteTemplate],
  ['GET', RegExp(`${TRANSPORT}/webhooks$`), () => plain({ events: [], cursor: 0 })],
  ['POST', RegExp(`${TRANSPORT}/messages/history$`), receiveMessage],
  ['POST', RegExp(`${TRANSPORT}/messages$`), receiveMessage, validateMessage],
  ['POST', RegExp(`${TRANSPORT}/messages/reaction$`), () => plain(), validateReaction],
  ['DELETE', RegExp(`${TRANSPORT}/messages/reaction$`), () => plain()],
  ['POST', RegExp(`${TRANSPORT}/messages/(ack|read|read_until|restore)$`), () => plain()],
  ['PUT', RegExp(`${TRANSPORT}/messages$`), () => plain()],
  ['DELETE', RegExp(`${TRANSPORT}/messages$`), () => plain()],
  ['POST', RegExp(`${TRANSPORT}/files/upload$`), uploadFile],
  [
    'POST',
    RegExp(`${TRANSPORT}/files/upload_by_url$`),
    () => plain({ id: crypto.randomUUID(), type: 'file', size: 0 }),
  ],
  ['GET', RegExp(`${TRANSPORT}/files/([^/]+)$`), getFile],
  ['GET', /^\/files\/([^/]+)$/, getFileBytes],
]

const render = (path: string, errorMsg: string): MockResponse =>
  path.startsWith('/api/transport/') ? plain({ errors: [errorMsg] }, 400) : plain({ success: false, errorMsg }, 400)

export const findRoute = (
  state: MockSystemState,
  known: ValidationContext,
  request: Request,
): { answer: MockResponse; problem?: string } => {
  for (const [method, path, answer, validate] of ROUTES) {
    const match = method === request.method ? path.exec(request.path) : null
    if (!match) continue
    const problem = validate?.(request.fields, { ...known, ...(match[1] !== undefined && { code: match[1] }) })
    return problem === undefined
      ? { answer: answer(state, request, match) }
      : { answer: render(request.path, problem), problem }
  }
  const problem = `${request.method} ${request.path} is not a method of the API`
  return { answer: { ...render(request.path, 'API method not found'), status: 404 }, problem }
}
