import type { IncomingHttpHeaders } from 'node:http'
import { sameMoney } from '../money.ts'
import {
  type Judge,
  judgeCalls,
  judgeChannel,
  judgeCheck,
  judgeEdit,
  judgeEvent,
  judgeMessage,
  judgeReaction,
  judgeUpdate,
  type Known,
} from './judge.ts'
import type { Settings, StandIn } from './stand-in.ts'

export type StandInAnswer = { status: number; body: unknown; headers?: Record<string, string> }

type Request = {
  method: string
  path: string
  fields: Readonly<Record<string, unknown>>
  bytes: Uint8Array
  headers: IncomingHttpHeaders
}

type Answer = (standIn: StandIn, request: Request, match: RegExpExecArray) => StandInAnswer

type Route = [method: string, path: RegExp, answer: Answer, judge?: Judge]

const ok = (body: object = {}): StandInAnswer => ({ status: 200, body: { success: true, ...body } })
const plain = (body: object = {}, status = 200): StandInAnswer => ({ status, body })

const edit: Answer = (standIn, { fields }) => {
  const settings = fields.integrationModule as Settings
  standIn.register(settings)
  const transport = settings.integrations?.mgTransport
  const info = {
    signature: { secret: standIn.secret },
    ...(transport && { mgTransport: { endpointUrl: standIn.url, token: standIn.token } }),
  }
  return { status: 201, body: { success: true, info } }
}

const upload: Answer = (_standIn, { fields }) => {
  const calls = Array.isArray(fields.calls) ? fields.calls : [fields.calls]
  return ok({ processedCallsCount: calls.length })
}

const check: Answer = (standIn, { fields }) => {
  const { invoiceUuid, amount, currency } = fields.check as Record<string, unknown>
  const invoice = standIn.invoices.get(String(invoiceUuid))
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

const createChannel: Answer = (standIn, { fields }) => {
  const id = standIn.channels.size + 1
  standIn.channels.set(id, { ...fields, id })
  return plain({ id, external_id: fields.external_id, activated_at: new Date().toISOString() }, 201)
}

const updateChannel: Answer = (standIn, { fields }, [, id]) => {
  standIn.channels.set(Number(id), { ...standIn.channels.get(Number(id)), ...fields, id: Number(id) })
  return plain({ id: Number(id), updated_at: new Date().toISOString() })
}

const takeMessage: Answer = (standIn, { fields }) => {
  const { external_id } = fields.message as { external_id: string }
  const place = `${String(fields.channel)}/${external_id}`
  if (standIn.messages.has(place)) return plain({ errors: ['Message with passed external_id already exists'] }, 400)
  standIn.messages.set(place, standIn.messages.size + 1)
  return plain({ message_id: standIn.messages.size, time: new Date().toISOString() })
}

const takeFile: Answer = (standIn, { bytes, headers }) => {
  const id = crypto.randomUUID()
  const type = headers['content-type'] ?? 'application/octet-stream'
  standIn.files.set(id, { bytes, type })
  return plain({ id, type: type.startsWith('image/') ? 'image' : 'file', size: bytes.length })
}

const giveFile: Answer = (standIn, _request, [, id = '']) => {
  const file = standIn.files.get(id)
  if (!file) return plain({ errors: ['File not found'] }, 404)
  const url = `${standIn.url}/files/${id}`
  return plain({ id, type: 'file', size: file.bytes.length, mime_type: file.type, url, Url: url })
}

const giveBytes: Answer = (standIn, _request, [, id = '']) => {
  const file = standIn.files.get(id)
  return file
    ? { status: 200, headers: { 'content-type': file.type }, body: Buffer.from(file.bytes) }
    : plain({ errors: ['File not found'] }, 404)
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
  ['GET', RegExp(`${V5}/settings$`), () => ok({ settings: { timezone: { value: 'UTC' } } })],
  ['POST', RegExp(`${V5}/integration-modules/([^/]+)/edit$`), edit, judgeEdit],
  ['GET', RegExp(`${V5}/integration-modules/([^/]+)$`), (it) => ok({ integrationModule: it.settings() })],
  ['POST', RegExp(`${V5}/telephony/call/event$`), () => ok(), judgeEvent],
  ['POST', RegExp(`${V5}/telephony/calls/upload$`), upload, judgeCalls],
  ['GET', RegExp(`${V5}/telephony/manager$`), () => ok()],
  ['POST', RegExp(`${V5}/payment/check$`), check, judgeCheck],
  ['POST', RegExp(`${V5}/payment/update-invoice$`), () => ok(), judgeUpdate],
  ['GET', RegExp(`${TRANSPORT}/channels$`), ({ channels }) => plain([...channels.values()])],
  ['POST', RegExp(`${TRANSPORT}/channels$`), createChannel, judgeChannel],
  ['PUT', RegExp(`${TRANSPORT}/channels/(\\d+)$`), updateChannel, judgeChannel],
  ['POST', RegExp(`${TRANSPORT}/messages$`), takeMessage, judgeMessage],
  ['POST', RegExp(`${TRANSPORT}/messages/reaction$`), () => plain(), judgeReaction],
  ['DELETE', RegExp(`${TRANSPORT}/messages/reaction$`), () => plain()],
  ['POST', RegExp(`${TRANSPORT}/messages/(ack|read|read_until|restore)$`), () => plain()],
  ['PUT', RegExp(`${TRANSPORT}/messages$`), () => plain()],
  ['DELETE', RegExp(`${TRANSPORT}/messages$`), () => plain()],
  ['POST', RegExp(`${TRANSPORT}/files/upload$`), takeFile],
  ['GET', RegExp(`${TRANSPORT}/files/([^/]+)$`), giveFile],
  ['GET', /^\/files\/([^/]+)$/, giveBytes],
]

const render = (path: string, errorMsg: string): StandInAnswer =>
  path.startsWith('/api/transport/') ? plain({ errors: [errorMsg] }, 400) : plain({ success: false, errorMsg }, 400)

export const findRoute = (
  standIn: StandIn,
  known: Known,
  request: Request,
): { answer: StandInAnswer; complaint?: string } => {
  for (const [method, path, answer, judge] of ROUTES) {
    const match = method === request.method ? path.exec(request.path) : null
    if (!match) continue
    const complaint = judge?.(request.fields, { ...known, ...(match[1] !== undefined && { code: match[1] }) })
    return complaint === undefined
      ? { answer: answer(standIn, request, match) }
      : { answer: render(request.path, complaint), complaint }
  }
  const complaint = `${request.method} ${request.path} is no method of the system`
  return { answer: { ...render(request.path, 'API method not found'), status: 404 }, complaint }
}
