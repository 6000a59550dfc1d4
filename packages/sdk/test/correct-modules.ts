// Three modules that keep the contract, each with hooks for injecting a fault.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../src/client.ts'
import { type Connection, openConnection } from '../src/connection.ts'
import type { IdempotencyStore } from '../src/idempotency.ts'
import { fromUnits, toUnits } from '../src/money.ts'
import { listen } from '../src/node.ts'
import { type PaymentHandlers, servePayment } from '../src/payment.ts'
import type { ModuleEdit } from '../src/registration.ts'
import { jsonResponse, type ModuleResponse, type RequestHandler, refuse } from '../src/request.ts'
import type { SecretFor } from '../src/request-handler.ts'
import type { CallEvent, CallRecord } from '../src/shapes.ts'
import { softphoneScript } from '../src/softphone-script.ts'
import { recordUrl, serveTelephony, type TelephonyHandlers } from '../src/telephony.ts'
import { serveTransport, type TransportHandlers } from '../src/transport.ts'
import { ensureChannel, ensureTemplate } from '../src/transport-client.ts'
import type { MockSystem } from '../src/verify/mock-system.ts'
import { type Kind, verifyModule } from '../src/verify/run.ts'
import { movementsOf, type Payment } from './bank-payment.ts'

type Calls = Pick<Client, 'checkInvoice' | 'updateInvoice' | 'callEvent' | 'uploadCalls' | 'uploadTranscript'>

export type InjectedFault = {
  handler?: (correct: RequestHandler, module: { secret: string; clientId: string }) => RequestHandler
  secretFor?: (correct: SecretFor) => SecretFor
  edit?: (edit: ModuleEdit) => ModuleEdit
  client?: (client: Calls) => Partial<Calls>
  idempotencyStore?: IdempotencyStore
  payment?: (correct: PaymentHandlers, pay: { find: (id: string) => Payment }) => Partial<PaymentHandlers>
  /** The checkout page. */
  page?: (payment: Payment | undefined, correct: () => Promise<ModuleResponse>) => Promise<ModuleResponse>
  telephony?: (correct: TelephonyHandlers) => Partial<TelephonyHandlers>
  transport?: (correct: TransportHandlers) => Partial<TransportHandlers>
  channel?: object
  /** Changes a visitor's message before it is sent. */
  message?: (message: { external_id: string; text: string }) => { external_id: string; text: string }
  nickname?: string
}

const RETRY = { backoffMs: 20, timeoutMs: 20_000, maxAttempts: 5 }

type Started = { url: string; close: () => Promise<void> }
type Start = (injected: InjectedFault) => Promise<Started & { connect: (mockSystem: MockSystem) => Promise<void> }>

/** Listens at once, and connects when the run has started its mock system. */
const start = async (
  injected: InjectedFault,
  build: (at: { url: string; system: () => Connection; secretFor: SecretFor }) => {
    handler: RequestHandler
    edit: () => ModuleEdit
    after?: () => Promise<void>
    page?: (method: string, path: string, body: string) => Promise<ModuleResponse>
  },
) => {
  let system: Connection | undefined
  let mockSystem: MockSystem | undefined
  let module: ReturnType<typeof build> | undefined
  const handler: RequestHandler = async (request) => {
    if (!module || !system) return jsonResponse(503, {})
    const place = { secret: mockSystem?.secret ?? '', clientId: system.clientId }
    const answer = injected.handler?.(module.handler, place) ?? module.handler
    const [path = ''] = request.url.split('?')
    return (await answer(request)) ?? module.page?.(request.method, path, Buffer.from(request.body).toString())
  }
  const { port, close } = await listen(handler, 0, undefined, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const connect = async (running: MockSystem) => {
    mockSystem = running
    const file = join(mkdtempSync(join(tmpdir(), 'patchbay-verify-')), 'connection.json')
    const connection = openConnection({ systemUrl: running.url, apiKey: running.apiKey, file, retry: RETRY })
    system = connection
    const secretFor = injected.secretFor?.(connection.secretFor) ?? connection.secretFor
    module = build({ url, system: () => connection, secretFor })
    const edit = module.edit()
    await connection.register(injected.edit?.(edit) ?? edit).catch(() => undefined)
    await module.after?.().catch(() => undefined)
  }
  return { url, close, connect }
}

const bankHandlers = (url: string, client: () => Calls, payments: Map<string, Payment>) => {
  const find = (paymentId: string) => payments.get(paymentId) ?? refuse('There is no such payment')
  const report = ({ invoiceUuid, paymentId, status, amount }: Payment) =>
    client().updateInvoice({ invoiceUuid, paymentId, status, amount })
  const handlers: Omit<PaymentHandlers, 'secretFor' | 'currencies' | 'shops'> = {
    create: (invoice) => {
      const paymentId = crypto.randomUUID()
      payments.set(paymentId, { ...invoice, paymentId, status: 'pending', refunded: 0n, refunds: [] })
      return { paymentId, invoiceUrl: `${url}/pay/${paymentId}`, cancellable: true }
    },
    approve: async ({ paymentId }) => {
      const payment = find(paymentId)
      if (payment.status !== 'waitingForCapture') refuse(`It is ${payment.status}`)
      payment.status = 'succeeded'
      payment.chargedAt = new Date()
      await report(payment)
    },
    cancel: ({ paymentId }) => {
      const payment = find(paymentId)
      if (payment.status !== 'pending' && payment.status !== 'waitingForCapture') refuse(`It is ${payment.status}`)
      payment.status = 'canceled'
    },
    refund: async ({ paymentId, amount }) => {
      const payment = find(paymentId)
      const left = (toUnits(payment.amount) ?? 0n) - payment.refunded
      const sum = amount === undefined ? left : (toUnits(amount) ?? 0n)
      if (payment.status !== 'succeeded' || sum > left || left === 0n)
        refuse('The amount exceeds what is left to refund')
      payment.refunded += sum
      if (sum === left) payment.status = 'refundSucceeded'
      if (sum === left) await report(payment)
      const refund = { id: crypto.randomUUID(), amount: fromUnits(sum) }
      payment.refunds.push({ ...refund, at: new Date() })
      return { ...refund, status: 'succeeded' }
    },
    status: ({ paymentId }) => {
      const { status, amount } = find(paymentId)
      return { paymentId, status, amount }
    },
    statement: ({ from, to, cursor = '0' }) => {
      const lines = [...payments.values()].flatMap(movementsOf)
      const within = lines.filter(({ at }) => at >= new Date(from).toISOString() && at < new Date(to).toISOString())
      const page = within.slice(Number(cursor), Number(cursor) + 1)
      const next = Number(cursor) + 1
      return { lines: page, ...(next < within.length && { next: String(next) }) }
    },
  }
  return { handlers, find, report }
}

const startBank: Start = (injected) =>
  start(injected, ({ url, system, secretFor }) => {
    const payments = new Map<string, Payment>()
    const client = () => ({ ...system().client, ...injected.client?.(system().client) })
    const { handlers, find, report } = bankHandlers(url, client, payments)
    const shops = [{ code: 'main', name: 'Main', active: true }]
    const onError = () => {}
    const correct: PaymentHandlers = { ...handlers, secretFor, currencies: ['EUR'], shops, onError }
    const idempotencyStore = injected.idempotencyStore && { idempotencyStore: injected.idempotencyStore }
    const bank = servePayment({ ...correct, ...idempotencyStore, ...injected.payment?.(correct, { find }) })
    const pay = async (payment: Payment | undefined, method: string): Promise<ModuleResponse> => {
      if (!payment) return jsonResponse(404, {})
      if (method === 'POST' && payment.status === 'pending') {
        const { ok } = await client().checkInvoice(payment)
        if (ok) payment.status = 'waitingForCapture'
        if (ok) await report(payment)
      }
      return { status: 200, headers: { 'content-type': 'text/html' }, body: payment.status }
    }
    return {
      handler: bank.handler,
      edit: () => ({ code: 'bank', name: 'Bank', ...bank.registration(url) }),
      page: async (method, path) => {
        const payment = payments.get(path.split('/').pop() ?? '')
        const respond = () => pay(payment, method)
        return (await injected.page?.(payment, respond)) ?? (await respond())
      },
    }
  })

/** A page that says it is registered. */
const SOFTPHONE = `<!doctype html><title>Phone</title><script type="module">import { connectSoftphone } from '/softphone.js'
const workspace = connectSoftphone({ capabilities: ['answer'], on: {} })
workspace?.send({ type: 'registered' })</script>`

const startExchange: Start = (injected) =>
  start(injected, ({ url, system, secretFor }) => {
    const client = () => ({ ...system().client, ...injected.client?.(system().client) })
    const ring = async (phone: string, code: string, externalPhone?: string) => {
      const callExternalId = crypto.randomUUID()
      const event = { phone, codes: [code], callExternalId, ...(externalPhone && { externalPhone }) }
      await client().callEvent({ ...event, type: 'out' } as CallEvent)
      await client().callEvent({ ...event, type: 'hangup', hangupStatus: 'answered' } as CallEvent)
      const record: CallRecord = {
        date: '2026-11-15 10:00:00',
        type: 'out',
        phone,
        code,
        result: 'answered',
        duration: 2,
        externalId: callExternalId,
        recordUrl: recordUrl(url, callExternalId),
      }
      await client().uploadCalls([record])
      const segments = [{ start: 0, end: 1.5, speaker: 'manager', text: 'Good morning' }]
      await client().uploadTranscript({ callExternalId, segments })
    }
    const correct: TelephonyHandlers = {
      secretFor,
      onError: () => {},
      makeCall: ({ phone, code, externalPhone }) => {
        if (code !== '101') refuse(`There is no phone ${code}`)
        ring(phone, code, externalPhone).catch(() => undefined)
      },
      changeUserStatus: () => {},
      recording: () => ({ contentType: 'audio/wav', bytes: Buffer.from('RIFF') }),
      softphone: ({ code }) => {
        if (code !== '101') refuse(`There is no phone ${code}`)
        return `${url}/softphone#token=${crypto.randomUUID()}`
      },
    }
    const idempotencyStore = injected.idempotencyStore && { idempotencyStore: injected.idempotencyStore }
    const exchange = serveTelephony({ ...correct, ...idempotencyStore, ...injected.telephony?.(correct) })
    const additionalCodes = [{ userId: '1', code: '101' }]
    return {
      handler: exchange.handler,
      edit: () => ({ code: 'exchange', name: 'Exchange', ...exchange.registration(url, { additionalCodes }) }),
      page: async (_method, path) => {
        if (path === '/softphone.js')
          return { status: 200, headers: { 'content-type': 'text/javascript' }, body: softphoneScript() }
        return { status: 200, headers: { 'content-type': 'text/html' }, body: SOFTPHONE }
      },
    }
  })

const startMessenger: Start = (injected) =>
  start(injected, ({ url, system, secretFor }) => {
    let channel = 0
    const correct: TransportHandlers = {
      secretFor,
      onError: () => {},
      messageSent: ({ external_user_id }) =>
        external_user_id === 'ann'
          ? { external_message_id: crypto.randomUUID() }
          : refuse('There is no customer with this id', 'customer_not_exists'),
      reactionAdd: () => {},
      reactionDelete: () => {},
      messageDeleted: () => {},
      messageUpdated: () => {},
    }
    const idempotencyStore = injected.idempotencyStore && { idempotencyStore: injected.idempotencyStore }
    const messenger = serveTransport({ ...correct, ...idempotencyStore, ...injected.transport?.(correct) })
    const settings = {
      text: { creating: 'both', reaction: 'both' },
      product: { creating: 'receive' },
      order: { creating: 'receive' },
      suggestions: { text: 'receive', phone: 'receive', email: 'receive', url: 'receive' },
      reactions: { dictionary: ['👍'], max_count: 1 },
    }
    const prepared = Promise.withResolvers<void>()
    const template = { code: 'ready', name: 'Ready', type: 'text', body: 'Order {{1}} is ready' } as const
    return {
      handler: messenger.handler,
      edit: () => ({ code: 'chat', name: 'Chat', ...messenger.registration(url) }),
      after: async () => {
        const transport = system().transport()
        const edit = { type: 'custom', external_id: 'shop', settings: { ...settings, ...injected.channel } } as never
        channel = await ensureChannel(transport, edit)
        await ensureTemplate(transport, channel, template).finally(prepared.resolve)
      },
      page: async (_method, _path, body) => {
        // The checks go on when a visitor wrote: by then the module has its template.
        await prepared.promise
        const written = { external_id: crypto.randomUUID(), text: String(JSON.parse(body).text) }
        const customer = { external_id: 'ann', nickname: injected.nickname ?? 'Ann' }
        const send = () =>
          system()
            .transport()
            .sendMessage({
              channel,
              external_chat_id: 'ann',
              customer,
              message: { type: 'text', ...(injected.message?.(written) ?? written) },
            })
        await send().catch(() => undefined)
        return jsonResponse(200, {})
      },
    }
  })

const START: Readonly<Record<Kind, Start>> = { payment: startBank, telephony: startExchange, transport: startMessenger }

/** Starts a module of the kind with a fault injected, and verifies it. */
export const verifyWithFault = async (kind: Kind, injected: InjectedFault, waitMs: number, only?: RegExp) => {
  const module = await START[kind](injected)
  const connected: Promise<void>[] = []
  try {
    return await verifyModule({
      kind,
      url: module.url,
      hooks: { pay: '{invoiceUrl}', visitor: '{url}/visitor' },
      // A slow machine must not look like a module that is slow or does not register. A fault is looked for by one check.
      timeoutMs: only ? 1_500 : 60_000,
      waitMs,
      registrationMs: 30_000,
      ...(only && { only }),
      onReady: (mockSystem) => {
        mockSystem.retryAfter = 0
        connected.push(module.connect(mockSystem))
      },
    })
  } finally {
    await Promise.all(connected)
    await module.close()
  }
}
