// What the clients of the storm write and read, by area, and the journals of what was acknowledged to them.
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import type { SeededInvoice } from '@patchbay/testkit/invoice-seed'
import { requestOperation } from './money-rig.ts'
import type { Write } from './storm-load.ts'

type Random = () => number

/** An account of the storm, with clients on any server. */
export type StormAccount = {
  /** In every text it writes: seen by another account, it is a leak. */
  canary: string
  api: () => HttpClient
  admin: () => HttpClient
  channels: { id: number; transport: () => HttpClient }[]
  /** Messages that get reactions. */
  messages: number[]
}

export type Journal = {
  orders: Set<string>
  customers: Set<string>
  calls: Set<string>
  messages: Set<string>
  /** Sent at least once; anything else in the database is a phantom. */
  sent: Set<string>
  /** Invoices whose operation was accepted. */
  operations: Set<string>
  falseRefusals: number
  foreign: number
  /** Acknowledged, and not found by a later read. */
  unseen: number
}

export const createJournal = (): Journal => ({
  orders: new Set(),
  customers: new Set(),
  calls: new Set(),
  messages: new Set(),
  sent: new Set(),
  operations: new Set(),
  falseRefusals: 0,
  foreign: 0,
  unseen: 0,
})

/** Only a repeated request is answered that its key is taken: the first one took effect. */
const orTaken = (reply: Reply): boolean =>
  (reply.status >= 200 && reply.status < 300) ||
  (reply.status === 400 && /is taken|belongs to another|already exists/.test(reply.text))

const EMOJI = ['👍', '🔥', '❤', '🎉', '😀', '👏']

export type Payable = SeededInvoice & { kind: 'approve' | 'cancel' | 'refund' }

export type Areas = {
  nextWrite: () => Write | undefined
  read: (send: (request: Promise<Reply>) => Promise<Reply | undefined>) => Promise<void>
}

export type AreaOptions = {
  accounts: readonly StormAccount[]
  journal: Journal
  random: Random
  /** The first account's invoices that wait for an operation, and those that are only checked. */
  payable: Payable[]
  checked: readonly SeededInvoice[]
}

const createWrites = ({ journal, random, payable, checked, accounts }: AreaOptions) => {
  let last = 0
  const keyFor = (account: StormAccount, kind: string): string => {
    const key = `${account.canary}-${kind}-${++last}`
    journal.sent.add(key)
    return key
  }
  const at = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const order = (account: StormAccount): Write => {
    const externalId = keyFor(account, 'order')
    const items = [{ productName: account.canary, initialPrice: 10, quantity: 1 + Math.floor(random() * 5) }]
    return {
      area: 'order',
      send: () => account.api().post('/api/v5/orders/create', { site: 'main', order: { externalId, items } }),
      isDone: orTaken,
      onDone: () => journal.orders.add(externalId),
    }
  }
  const customer = (account: StormAccount): Write => {
    const externalId = keyFor(account, 'customer')
    const phones = [{ number: `+1${2_050_000_000 + last}` }]
    const body = { site: 'main', customer: { externalId, firstName: account.canary, phones } }
    return {
      area: 'customer',
      send: () => account.api().post('/api/v5/customers/create', body),
      isDone: orTaken,
      onDone: () => journal.customers.add(externalId),
    }
  }
  const upload = (account: StormAccount): Write => {
    const ids = Array.from({ length: 5 }, () => keyFor(account, 'call'))
    const calls = ids.map((externalId, n) => ({
      date: '2026-02-03 10:00:00',
      type: 'in',
      phone: `+1${2_060_000_000 + last + n}`,
      code: '1000',
      result: 'answered',
      externalId,
    }))
    const onDone = () => ids.forEach((id) => void journal.calls.add(id))
    return { area: 'calls', send: () => account.api().post('/api/v5/telephony/calls/upload', { calls }), onDone }
  }
  /** A call that rings and ends; the second event follows the acknowledgement of the first. */
  const event = (account: StormAccount): Write => {
    const callExternalId = keyFor(account, 'ring')
    const about = { phone: `+1${2_070_000_000 + last}`, codes: ['1000'], callExternalId }
    const events = [
      { ...about, type: 'in' },
      { ...about, type: 'hangup', hangupStatus: 'no answered' },
    ]
    let place = 0
    return {
      area: 'event',
      send: () => account.api().post('/api/v5/telephony/call/event', { event: events[place] }),
      isDone: ({ status }) => status === 200 && ++place === events.length,
      onDone: () => journal.calls.add(callExternalId),
    }
  }
  const message = (account: StormAccount): Write => {
    const external_id = keyFor(account, 'message')
    const channel = at(account.channels)
    const chat = `${account.canary}-chat-${last % 40}`
    const customer = { external_id: chat, nickname: chat }
    const body = {
      channel: channel?.id,
      external_chat_id: chat,
      customer,
      message: { type: 'text', external_id, text: account.canary },
    }
    return {
      area: 'message',
      send: () => channel?.transport().postJson('/api/transport/v1/messages', body) as Promise<Reply>,
      isDone: orTaken,
      onDone: () => journal.messages.add(external_id),
    }
  }
  const reaction = (account: StormAccount): Write => {
    const path = `/workspace/messages/${at(account.messages)}/reactions`
    const [emoji, replaces] = [at(EMOJI), random() < 0.4 ? { replaces: at(EMOJI) } : {}]
    const isPut = random() < 0.7
    const body = JSON.stringify({ reaction: emoji, ...replaces })
    return {
      area: 'reaction',
      send: () =>
        isPut
          ? account.admin().send('PUT', path, { headers: { 'content-type': 'application/json' }, body })
          : account.admin().send('DELETE', `${path}?reaction=${encodeURIComponent(emoji ?? '')}`),
      // What the channel's limits do not allow is refused.
      isDone: ({ status }) => status < 500,
    }
  }
  const operation = (): Write | undefined => {
    const invoice = payable.shift()
    if (!invoice) return undefined
    const { kind } = invoice
    return {
      area: kind,
      send: () => requestOperation((accounts[0] as StormAccount).admin(), invoice.uuid, kind),
      // Refused: an earlier one of these requests took effect, or another operation is under way.
      isDone: ({ status }) => status < 500,
      onDone: () => journal.operations.add(invoice.uuid),
    }
  }
  const check = (): Write | undefined => {
    const invoice = at(checked)
    const parameters = { invoiceUuid: invoice?.uuid, amount: 100, currency: 'USD' }
    return {
      area: 'check',
      send: () => (accounts[0] as StormAccount).api().post('/api/v5/payment/check', { check: parameters }),
      isDone: ({ status }) => status < 500,
      onDone: ({ body }) => {
        if (!(body as { success: boolean }).success) journal.falseRefusals++
      },
    }
  }
  return { order, customer, upload, event, message, reaction, operation, check }
}

const createRead =
  ({ accounts, journal, random }: AreaOptions): Areas['read'] =>
  async (send) => {
    const at = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    const account = at(accounts) as StormAccount
    const api = account.api()
    const seen = async (request: Promise<Reply>): Promise<Reply | undefined> => {
      const reply = await send(request)
      if (reply && accounts.some(({ canary }) => canary !== account.canary && reply.text.includes(canary)))
        journal.foreign++
      return reply
    }
    const known = async (path: string, acknowledged: Set<string>): Promise<void> => {
      const own = at([...acknowledged].slice(-200).filter((key) => key.startsWith(account.canary)))
      if (own === undefined) return
      const reply = await seen(api.get(`${path}/${own}`, { by: 'externalId', site: 'main' }))
      if (reply?.status === 404 || (reply?.status === 200 && !reply.text.includes(own))) journal.unseen++
    }
    const reads: (() => Promise<unknown>)[] = [
      () => known('/api/v5/orders', journal.orders),
      () => known('/api/v5/orders', journal.orders),
      () => known('/api/v5/customers', journal.customers),
      () => seen(api.get('/api/v5/orders', { limit: '20' })),
      () => seen(api.get('/api/v5/telephony/manager', { phone: `+1${2_050_000_000 + Math.floor(random() * 1_000)}` })),
      () => seen(account.admin().get('/workspace/me')),
      () => seen(account.admin().get('/workspace/modules')),
    ]
    await at(reads)?.()
  }

/** The mix: half the writes are orders, customers and calls, the rest chats and money. */
export const createAreas = (options: AreaOptions): Areas => {
  const { accounts, random } = options
  const writes = createWrites(options)
  const kinds: ((account: StormAccount) => Write | undefined)[] = [
    writes.order,
    writes.order,
    writes.customer,
    writes.upload,
    writes.event,
    writes.event,
    writes.message,
    writes.message,
    writes.reaction,
    writes.reaction,
    writes.operation,
    writes.check,
  ]
  return {
    nextWrite: () =>
      kinds[Math.floor(random() * kinds.length)]?.(accounts[Math.floor(random() * accounts.length)] as StormAccount),
    read: createRead(options),
  }
}
