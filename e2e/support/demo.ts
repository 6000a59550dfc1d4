// Demo data of a shop with some history: customers who ordered, paid and called. Created through the API, by a module.

import { FERN } from '@patchbay/testkit/fixtures'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import type { Receiver } from '@patchbay/testkit/receiver'
import type { Rig } from './rig.ts'

const edit = async (api: HttpClient, code: string, more: object): Promise<void> => {
  const reply = await api.post(`/api/v5/integration-modules/${code}/edit`, {
    integrationModule: { code, active: true, ...more },
  })
  if (reply.status >= 300) throw new Error(`${code}: ${reply.text}`)
}

type People = { id: number; firstName: string }[]

const usersOf = async (api: HttpClient): Promise<People> =>
  ((await api.get('/api/v5/users')).body as { users: People }).users

const idOf = (people: People, firstName: string): number => {
  const found = people.find((one) => one.firstName === firstName)
  if (!found) throw new Error(`${firstName} does not work here`)
  return found.id
}

/** An exchange with an extension for Ada and one for Bruno; Chiara has none. */
export const connectExchange = async (
  api: HttpClient,
  module: Receiver,
  more: object = {},
  other: object = {},
): Promise<void> => {
  const people = await usersOf(api)
  await edit(api, 'switchboard', {
    name: 'Switchboard Cloud',
    clientId: 'fern-4711',
    baseUrl: `${module.url}/`,
    accountUrl: 'https://switchboard.example/account',
    actions: { activity: '/activity' },
    integrations: {
      telephony: {
        makeCallUrl: `${module.url}/call`,
        changeUserStatusUrl: `${module.url}/status`,
        allowEdit: true,
        inputEventSupported: true,
        outputEventSupported: true,
        hangupEventSupported: true,
        additionalCodes: [
          { userId: String(idOf(people, 'Ada')), code: '101' },
          { userId: String(idOf(people, 'Bruno')), code: '102' },
        ],
        externalPhones: [{ siteCode: 'fern-online', externalPhone: '+46850055000' }],
        ...more,
      },
    },
    ...other,
  })
}

export const connectPayments = (api: HttpClient, module: Receiver): Promise<void> =>
  edit(api, 'paylane', {
    name: 'Paylane Cards',
    clientId: 'fern-pay',
    baseUrl: `${module.url}/pay/`,
    integrations: {
      payment: {
        actions: { create: '/create', approve: '/approve', cancel: '/cancel', refund: '/refund', status: '/status' },
        currencies: ['EUR', 'SEK', 'USD'],
        shops: [
          { code: 'online', name: 'Fern Online', active: true },
          { code: 'garden', name: 'Garden Centre', active: false },
        ],
      },
    },
  })

export const CUSTOMERS = [
  ['Nadia', 'Petrova', '+46 8 500 550 01', 'nadia@example.com'],
  ['Jonas', 'Berg', '+46 8 500 550 02', 'jonas@example.com'],
  ['Lucía', 'Fernández', '+34 91 555 01 03', 'lucia@example.com'],
  ['Tom', 'Whitfield', '+44 20 7946 0104', 'tom@example.com'],
  ['Irina', 'Sokolova', '+46 8 500 550 05', 'irina@example.com'],
  ['Mateo', 'Ruiz', '+34 91 555 01 06', 'mateo@example.com'],
] as const

const GOODS = [
  ['Boston fern, 30 cm', '24.50'],
  ['Terracotta pot', '12.00'],
  ['Peat-free soil, 40 l', '9.90'],
  ['Olive tree, 120 cm', '189.00'],
  ['Watering can, zinc', '34.00'],
] as const

const PAYMENTS = [
  [],
  [{ type: 'bank-card', status: 'paid', amount: '48.50', paidAt: '2026-11-10 12:00:00' }],
  [{ type: 'bank-transfer', status: 'paid' }],
  [{ type: 'cash', status: 'not-paid' }],
]

const made = async (api: HttpClient, path: string, body: Record<string, unknown>): Promise<number> => {
  const reply = await api.post(path, body)
  if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
  return (reply.body as { id: number }).id
}

export const at = (hoursAgo: number): string =>
  new Date(Date.now() - hoursAgo * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Customers with their orders; returns the ids of both. */
export const fillShop = async (api: HttpClient): Promise<{ customers: number[]; orders: number[] }> => {
  const people = await usersOf(api)
  const managers = [idOf(people, 'Ada'), idOf(people, 'Bruno'), idOf(people, 'Chiara')]
  const customers: number[] = []
  const orders: number[] = []
  for (const [index, [firstName, lastName, phone, email]] of CUSTOMERS.entries()) {
    const managerId = managers[index % managers.length]
    const person = { firstName, lastName, managerId }
    const site = index % 3 === 2 ? 'fern-garden' : 'fern-online'
    const customer = { ...person, emails: [email], phones: [{ number: phone }], createdAt: at(24 * (40 - index)) }
    const id = await made(api, '/api/v5/customers/create', { customer, site })
    customers.push(id)
    for (let number = 0; number <= index % 3; number++) {
      const items = GOODS.slice(0, 2 + ((index + number) % 4)).map(([productName, initialPrice], item) => ({
        productName,
        initialPrice,
        quantity: 1 + ((index + item) % 3),
      }))
      const order = {
        ...person,
        number: `F-${1040 + orders.length}`,
        customer: { id },
        phone,
        email,
        items,
        status: ['new', 'confirmed', 'assembling', 'complete'][orders.length % 4],
        payments: PAYMENTS[orders.length % PAYMENTS.length] ?? [],
        createdAt: at(5 * (30 - orders.length)),
        customerComment: number === 0 ? 'Please leave it with the neighbour' : '',
      }
      orders.push(await made(api, '/api/v5/orders/create', { order, site }))
    }
  }
  const note = { text: 'Prefers calls in the morning', customer: { id: customers[0] } }
  await made(api, '/api/v5/customers/notes/create', { note })
  return { customers, orders }
}

/** Yesterday's call history of the exchange. */
export const uploadCalls = async (api: HttpClient): Promise<void> => {
  const calls = CUSTOMERS.slice(0, 4).map(([, , phone], index) => ({
    date: at(20 - 4 * index),
    type: index === 2 ? 'out' : 'in',
    phone,
    code: index % 2 ? '102' : '101',
    result: ['answered', 'no answer', 'answered', 'busy'][index],
    externalId: `yesterday-${index}`,
    duration: index % 2 ? 0 : 95 + 60 * index,
    durationWaiting: 6 + index,
    ...(index % 2 === 0 && { recordUrl: `https://switchboard.example/records/${index}.mp3` }),
    externalPhone: '+46850055000',
  }))
  const reply = await api.post('/api/v5/telephony/calls/upload', { calls, clientId: 'fern-4711' })
  if (reply.status !== 200) throw new Error(reply.text)
}

export const ring = async (api: HttpClient, event: object) => {
  const reply = await api.post('/api/v5/telephony/call/event', { event, clientId: 'fern-4711' })
  if (reply.status >= 300) throw new Error(`The call event was refused: ${reply.status} ${reply.text}`)
  return reply
}

/** A bank with an active and an inactive shop; `false` removes the inactive one. */
export const connectBank = (api: HttpClient, url: string, withGarden = true, more: object = {}): Promise<void> =>
  edit(api, 'bank', {
    name: 'Paylane',
    clientId: 'fern-bank',
    baseUrl: url,
    integrations: {
      payment: {
        actions: { create: '/pay/create', approve: '/pay/approve', cancel: '/pay/cancel', refund: '/pay/refund' },
        currencies: ['USD'],
        invoiceTypes: ['link'],
        shops: [
          { code: 'main', name: 'Fern Online', active: true },
          ...(withGarden ? [{ code: 'garden', name: 'Garden Centre', active: false }] : []),
        ],
        ...more,
      },
    },
  })

/** An order of 100 USD, without a type with no payment, else with one for the total or a part of it. */
export const orderToPay = (api: HttpClient, type?: string, amount = 100): Promise<number> =>
  made(api, '/api/v5/orders/create', {
    site: 'fern-online',
    order: {
      firstName: 'Nora',
      lastName: 'Berg',
      email: 'nora@client.test',
      phone: '+46701234567',
      items: [{ productName: 'Olive tree, 80 cm', initialPrice: 50, quantity: 2 }],
      payments: type === undefined ? [] : [{ type, amount }],
    },
  })

/** The id of the order's only payment. */
export const paymentOf = async (api: HttpClient, orderId: number): Promise<number> => {
  const { body } = await api.get(`/api/v5/orders/${orderId}`, { by: 'id' })
  const { payments } = (body as { order: { payments: Record<string, { id: number }> } }).order
  return Object.values(payments)[0]?.id ?? 0
}

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type Messenger = {
  /** Sends a message of a customer, Vera by default. */
  say: (externalId: string, message: object, firstName?: string) => Promise<void>
  /** Sends a picture of one pixel. */
  show: (externalId: string, caption: string) => Promise<void>
  /** Sends a file as a message of this type. */
  bring: (externalId: string, type: 'audio' | 'file' | 'image', bytes: Buffer, caption?: string) => Promise<void>
  react: (externalId: string, reaction: string) => Promise<void>
  /** Changes the direction of reactions to texts, and other groups of settings. */
  settings: (reaction: 'both' | 'send', more?: object) => Promise<void>
}

const actions = (reaction: string) => ({
  creating: 'both',
  editing: 'both',
  quoting: 'both',
  deleting: 'both',
  reaction,
})

/** A messenger with one channel, which accepts three emoji, one per message. */
export const connectMessenger = async (rig: Pick<Rig, 'api' | 'server'>, webhookUrl: string): Promise<Messenger> => {
  const integrationModule = { code: 'messenger', name: 'Messenger', integrations: { mgTransport: { webhookUrl } } }
  const registered = await rig.api.post('/api/v5/integration-modules/messenger/edit', { integrationModule })
  const { info } = registered.body as { info: { mgTransport: { token: string } } }
  const wire = createHttpClient(rig.server.origin, { host: FERN.host, 'x-transport-token': info.mgTransport.token })
  const call = async (method: string, path: string, body: object): Promise<{ id: number }> => {
    const headers = { 'content-type': 'application/json' }
    const reply = await wire.send(method, `/api/transport/v1${path}`, { headers, body: JSON.stringify(body) })
    if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
    return reply.body
  }
  const settingsOf = (reaction: string) => ({
    text: actions(reaction),
    product: actions('both'),
    order: actions('both'),
    image: actions('both'),
    file: { ...actions('both'), max_item_size: 5_000 },
    audio: actions('both'),
    reactions: { dictionary: ['👍', '❤️', '🔥'], max_count: 1 },
  })
  const about = { type: 'telegram', name: 'Fern on Telegram' }
  const { id: channel } = await call('POST', '/channels', { ...about, settings: settingsOf('both') })
  const say = async (externalId: string, message: object, firstName = 'Vera'): Promise<void> => {
    const nickname = firstName.toLowerCase()
    const customer = { external_id: nickname, nickname, first_name: firstName }
    const said = { external_id: externalId, ...message }
    await call('POST', '/messages', { channel, external_chat_id: `chat-${nickname}`, customer, message: said })
  }
  const bring = async (externalId: string, type: string, body: Buffer, caption?: string): Promise<void> => {
    const headers = { 'content-type': 'application/octet-stream' }
    const kept = await wire.send('POST', '/api/transport/v1/files/upload', { headers, body })
    const { id } = kept.body as { id: string }
    await say(externalId, { type, items: [{ id, ...(caption !== undefined && { caption }) }] })
  }
  return {
    say,
    bring,
    show: (externalId, caption) => bring(externalId, 'image', PIXEL, caption),
    react: async (externalId, reaction) => {
      await call('POST', '/messages/reaction', { channel, message: { external_id: externalId }, reaction })
    },
    settings: async (reaction, more = {}) => {
      await call('PUT', `/channels/${channel}`, { ...about, settings: { ...settingsOf(reaction), ...more } })
    },
  }
}

/** A colleague replies in every chat. */
export const answerAll = async (colleague: HttpClient, text: string): Promise<void> => {
  const { chats } = (await colleague.get('/workspace/chats')).body as { chats: { id: number }[] }
  for (const { id } of chats) {
    const reply = await colleague.postJson(`/workspace/chats/${id}/messages`, { text })
    if (reply.status >= 300) throw new Error(reply.text)
  }
}
