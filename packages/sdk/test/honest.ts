// Three modules that keep the contract, each with places where a fault can be planted.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../src/client.ts'
import { type Connection, openConnection } from '../src/connection.ts'
import type { SecretFor } from '../src/door.ts'
import { fromUnits, toUnits } from '../src/money.ts'
import { listen } from '../src/node.ts'
import { type PaymentHandlers, servePayment } from '../src/payment.ts'
import type { ModuleEdit } from '../src/registration.ts'
import type { Replays } from '../src/replays.ts'
import { type Answering, jsonAnswer, type ModuleAnswer, refuse } from '../src/request.ts'
import type { CallEvent, CallRecord, CreateInvoice } from '../src/shapes.ts'
import { recordUrl, serveTelephony, type TelephonyHandlers } from '../src/telephony.ts'
import { serveTransport, type TransportHandlers } from '../src/transport.ts'
import { ensureChannel } from '../src/transport-client.ts'
import { type Kind, verifyModule } from '../src/verify/run.ts'
import type { StandIn } from '../src/verify/stand-in.ts'

type Calls = Pick<Client, 'checkInvoice' | 'updateInvoice' | 'callEvent' | 'uploadCalls'>

export type Planted = {
  answer?: (honest: Answering, module: { secret: string; clientId: string }) => Answering
  edit?: (edit: ModuleEdit) => ModuleEdit
  client?: (client: Calls) => Partial<Calls>
  replays?: Replays
  payment?: (honest: PaymentHandlers, pay: { find: (id: string) => Payment }) => Partial<PaymentHandlers>
  /** The client's page. */
  page?: (payment: Payment | undefined, honest: () => Promise<ModuleAnswer>) => Promise<ModuleAnswer>
  telephony?: (honest: TelephonyHandlers) => Partial<TelephonyHandlers>
  transport?: (honest: TransportHandlers) => Partial<TransportHandlers>
  channel?: object
  /** How a visitor's words travel. */
  message?: (message: { external_id: string; text: string }) => { external_id: string; text: string }
  nickname?: string
}

const SECONDS = { pauseMs: 20, timeoutMs: 1_000, tries: 5 }

type Started = { url: string; close: () => Promise<void> }
type Start = (planted: Planted) => Promise<Started & { connect: (standIn: StandIn) => Promise<void> }>

/** Listens at once, knows the system when the run has started its stand-in. */
const start = async (
  planted: Planted,
  build: (at: { url: string; system: () => Connection; secretFor: SecretFor }) => {
    answer: Answering
    edit: () => ModuleEdit
    after?: () => Promise<void>
    page?: (method: string, path: string, body: string) => Promise<ModuleAnswer>
  },
) => {
  let system: Connection | undefined
  let standIn: StandIn | undefined
  let module: ReturnType<typeof build> | undefined
  const answering: Answering = async (request) => {
    if (!module || !system) return jsonAnswer(503, {})
    const place = { secret: standIn?.secret ?? '', clientId: system.clientId }
    const answer = planted.answer?.(module.answer, place) ?? module.answer
    const [path = ''] = request.url.split('?')
    return (await answer(request)) ?? module.page?.(request.method, path, Buffer.from(request.body).toString())
  }
  const { port, close } = await listen(answering, 0, undefined, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const connect = async (running: StandIn) => {
    standIn = running
    const file = join(mkdtempSync(join(tmpdir(), 'patchbay-honest-')), 'connection.json')
    const connection = openConnection({ systemUrl: running.url, apiKey: running.apiKey, file, patience: SECONDS })
    system = connection
    module = build({ url, system: () => connection, secretFor: connection.secretFor })
    const edit = module.edit()
    await connection.register(planted.edit?.(edit) ?? edit).catch(() => undefined)
    await module.after?.().catch(() => undefined)
  }
  return { url, close, connect }
}

export type Payment = CreateInvoice & {
  paymentId: string
  status: 'pending' | 'waitingForCapture' | 'succeeded' | 'canceled' | 'refundSucceeded'
  refunded: bigint
}

const bankHandlers = (url: string, client: () => Calls, payments: Map<string, Payment>) => {
  const find = (paymentId: string) => payments.get(paymentId) ?? refuse('There is no such payment')
  const report = ({ invoiceUuid, paymentId, status, amount }: Payment) =>
    client().updateInvoice({ invoiceUuid, paymentId, status, amount })
  const handlers: Omit<PaymentHandlers, 'secretFor' | 'currencies' | 'shops'> = {
    create: (invoice) => {
      const paymentId = crypto.randomUUID()
      payments.set(paymentId, { ...invoice, paymentId, status: 'pending', refunded: 0n })
      return { paymentId, invoiceUrl: `${url}/pay/${paymentId}`, cancellable: true }
    },
    approve: async ({ paymentId }) => {
      const payment = find(paymentId)
      if (payment.status !== 'waitingForCapture') refuse(`It is ${payment.status}`)
      payment.status = 'succeeded'
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
      if (payment.status !== 'succeeded' || sum > left || left === 0n) refuse('There is not so much to give back')
      payment.refunded += sum
      if (sum === left) payment.status = 'refundSucceeded'
      if (sum === left) await report(payment)
      return { id: crypto.randomUUID(), status: 'succeeded', amount: fromUnits(sum) }
    },
    status: ({ paymentId }) => {
      const { status, amount } = find(paymentId)
      return { paymentId, status, amount }
    },
  }
  return { handlers, find, report }
}

const startBank: Start = (planted) =>
  start(planted, ({ url, system, secretFor }) => {
    const payments = new Map<string, Payment>()
    const client = () => ({ ...system().client, ...planted.client?.(system().client) })
    const { handlers, find, report } = bankHandlers(url, client, payments)
    const shops = [{ code: 'main', name: 'Main', active: true }]
    const onError = () => {}
    const honest: PaymentHandlers = { ...handlers, secretFor, currencies: ['EUR'], shops, onError }
    const replays = planted.replays && { replays: planted.replays }
    const bank = servePayment({ ...honest, ...replays, ...planted.payment?.(honest, { find }) })
    const pay = async (payment: Payment | undefined, method: string): Promise<ModuleAnswer> => {
      if (!payment) return jsonAnswer(404, {})
      if (method === 'POST' && payment.status === 'pending') {
        const { ok } = await client().checkInvoice(payment)
        if (ok) payment.status = 'waitingForCapture'
        if (ok) await report(payment)
      }
      return { status: 200, headers: { 'content-type': 'text/html' }, body: payment.status }
    }
    return {
      answer: bank.answer,
      edit: () => ({ code: 'bank', name: 'Bank', ...bank.registration(url) }),
      page: async (method, path) => {
        const payment = payments.get(path.split('/').pop() ?? '')
        const honestly = () => pay(payment, method)
        return (await planted.page?.(payment, honestly)) ?? (await honestly())
      },
    }
  })

const startExchange: Start = (planted) =>
  start(planted, ({ url, system, secretFor }) => {
    const client = () => ({ ...system().client, ...planted.client?.(system().client) })
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
    }
    const honest: TelephonyHandlers = {
      secretFor,
      onError: () => {},
      makeCall: ({ phone, code, externalPhone }) => {
        if (code !== '101') refuse(`There is no phone ${code}`)
        ring(phone, code, externalPhone).catch(() => undefined)
      },
      changeUserStatus: () => {},
      recording: () => ({ contentType: 'audio/wav', bytes: Buffer.from('RIFF') }),
    }
    const replays = planted.replays && { replays: planted.replays }
    const exchange = serveTelephony({ ...honest, ...replays, ...planted.telephony?.(honest) })
    const additionalCodes = [{ userId: '1', code: '101' }]
    return {
      answer: exchange.answer,
      edit: () => ({ code: 'exchange', name: 'Exchange', ...exchange.registration(url, { additionalCodes }) }),
    }
  })

const startMessenger: Start = (planted) =>
  start(planted, ({ url, system, secretFor }) => {
    let channel = 0
    const honest: TransportHandlers = {
      secretFor,
      onError: () => {},
      messageSent: ({ external_user_id }) =>
        external_user_id === 'ann'
          ? { external_message_id: crypto.randomUUID() }
          : refuse('There is nobody of this id', 'customer_not_exists'),
      reactionAdd: () => {},
      reactionDelete: () => {},
      messageDeleted: () => {},
      messageUpdated: () => {},
    }
    const replays = planted.replays && { replays: planted.replays }
    const messenger = serveTransport({ ...honest, ...replays, ...planted.transport?.(honest) })
    const settings = { text: { creating: 'both', reaction: 'both' }, reactions: { dictionary: ['👍'], max_count: 1 } }
    return {
      answer: messenger.answer,
      edit: () => ({ code: 'chat', name: 'Chat', ...messenger.registration(url) }),
      after: async () => {
        const transport = system().transport()
        const edit = { type: 'custom', external_id: 'shop', settings: { ...settings, ...planted.channel } } as never
        channel = await ensureChannel(transport, edit)
      },
      page: async (_method, _path, body) => {
        const written = { external_id: crypto.randomUUID(), text: String(JSON.parse(body).text) }
        const customer = { external_id: 'ann', nickname: planted.nickname ?? 'Ann' }
        const send = () =>
          system()
            .transport()
            .sendMessage({
              channel,
              external_chat_id: 'ann',
              customer,
              message: { type: 'text', ...(planted.message?.(written) ?? written) },
            })
        await send().catch(() => undefined)
        return jsonAnswer(200, {})
      },
    }
  })

const START: Readonly<Record<Kind, Start>> = { payment: startBank, telephony: startExchange, transport: startMessenger }

/** Starts the module of the kind with a fault in it, and plays the contract against it. */
export const verifyPlanted = async (kind: Kind, planted: Planted, patienceMs: number, only?: RegExp) => {
  const module = await START[kind](planted)
  const connected: Promise<void>[] = []
  try {
    return await verifyModule({
      kind,
      url: module.url,
      hooks: { pay: '{invoiceUrl}', visitor: '{url}/visitor' },
      timeoutMs: 1_500,
      patienceMs,
      ...(only && { only }),
      onReady: (standIn) => {
        standIn.retryAfter = 0
        connected.push(module.connect(standIn))
      },
    })
  } finally {
    await Promise.all(connected)
    await module.close()
  }
}
