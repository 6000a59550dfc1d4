// Products, orders, templates and quick replies that managers send: what the channel declares decides, and the webhooks
// have the shapes of the public OpenAPI document.
import { MessageOrder, MessageProduct, SentTemplate, Suggestion } from '@patchbay/contract/chats/message-cards'
import type { Abilities, ChatMessage, ChatSummary } from '@patchbay/contract/chats/workspace/conversations'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'
import { componentErrors, connectTransport, EVERYTHING, type Transport } from '../support/transport.ts'
import { type Listener, startListener } from '../support/webhook-receiver.ts'

const SUGGESTIONS = { text: 'receive', phone: 'both', email: 'receive', url: 'receive' }
const POLICY = { after_reply_timeout: 'template' }

let system: System
let listener: Listener
let telegram: Transport
let channel: number
let bruno: HttpClient
let chatId: number
let customerId: number
beforeAll(async () => {
  system = await startSystem()
  listener = await startListener()
  telegram = await connectTransport(system.fern, 'telegram-1', listener.url)
  listener.verifyWith(telegram.secret)
  channel = await telegram.channel({ ...EVERYTHING, suggestions: SUGGESTIONS, sending_policy: POLICY })
  bruno = await system.fern.signIn('bruno')
  await telegram.message(channel, 'hello')
  const [chat = expect.fail('no chat')] = await chats()
  ;[chatId, customerId] = [chat.id, chat.customerId ?? 0]
  await system.work()
})
afterAll(async () => {
  await system.close()
  await listener.close()
})
let sent = 0
beforeEach(() => {
  listener.received.length = 0
  listener.receiver.received.length = 0
  listener.answer((_delivery, response) => json(response, 200, { external_message_id: `out-${++sent}` }))
})

const chats = async () => ((await bruno.get('/workspace/chats')).body as { chats: ChatSummary[] }).chats
type Conversation = { chat: ChatSummary; can: Abilities; messages: ChatMessage[] }
const open = async (id = chatId) => (await bruno.get(`/workspace/chats/${id}`)).body as Conversation
const write = (body: object, id = chatId) => bruno.postJson(`/workspace/chats/${id}/messages`, body)
const send = async (body: object): Promise<{ message: ChatMessage; data: Record<string, unknown> }> => {
  const reply = await write(body)
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
  const { id } = reply.body as { id: number }
  await waitUntil('it is sent', async () => (await open()).messages.at(-1)?.status === 'sent')
  const message = (await open()).messages.find((one) => one.id === id) ?? expect.fail('it is not in the conversation')
  const webhook = listener.received.find(({ data }) => data.id === id) ?? expect.fail('no webhook')
  expect([webhook.type, listener.unverified]).toEqual(['message_sent', []])
  return { message, data: webhook.data }
}
const refusal = async (body: object, id = chatId) => {
  const { status, body: reply } = await write(body, id)
  const { errorCode, errors } = reply as { errorCode: string; errors?: Record<string, string> }
  return [status, errorCode, ...Object.keys(errors ?? {})]
}
/** As our own document and the public one say. */
const expectShape = (schema: TSchema, component: string | undefined, value: unknown): void => {
  expect([...Errors(schema, value)]).toEqual([])
  if (component !== undefined) expect(componentErrors(component, value)).toEqual([])
}

const createOrder = async (customer: number): Promise<number> => {
  const order = {
    customer: { id: customer },
    status: 'assembling',
    items: [{ productName: 'Fern', initialPrice: 12.5, quantity: 2 }],
    delivery: { code: 'courier', cost: 5, address: { city: 'Porto', street: 'Rua 1' } },
    payments: [{ type: 'bank-card', amount: 30, status: 'paid' }],
    managerComment: 'a difficult person',
  }
  const created = await system.fern.api.post('/api/v5/orders/create', { site: 'fern-online', order })
  return (created.body as { id: number }).id
}

it('[D-116][D-118] tells what the channel accepts from users, and what it delivers after the time to reply', async () => {
  expect((await open()).can).toMatchObject({
    ...{ products: true, orders: true, templates: false, suggestions: ['text', 'phone', 'email', 'url'] },
    afterReplyTimeout: 'template',
  })
  const plain = await telegram.channel({ text: { creating: 'both' }, product: { creating: 'send' } })
  await telegram.message(plain, 'plain', { chat: 'plain', customer: { external_id: 'u-plain', nickname: 'plain' } })
  const [{ id } = expect.fail('no chat')] = await chats()
  const { can } = await open(id)
  expect(can).toMatchObject({ write: true, products: false, orders: false, templates: false, suggestions: [] })
  expect(can.afterReplyTimeout).toBeUndefined()
  expect(await refusal({ product: { name: 'Fern' } }, id)).toEqual([409, 'channel_cannot'])
  const suggestions = [{ type: 'text', title: 'Yes' }]
  expect(await refusal({ text: 'Now?', suggestions }, id)).toEqual([400, 'entity_invalid', 'suggestions.0.type'])
  const own = await createOrder((await open(id)).chat.customerId ?? 0)
  expect(await refusal({ orderId: own }, id)).toEqual([409, 'channel_cannot'])
})

it('[D-116] sends a product; its name is the last message of the list', async () => {
  const product = {
    ...{ name: 'Fern in a pot', article: 'F-1', url: 'https://shop.test/fern', img: 'https://shop.test/fern.png' },
    ...{ price: '12.50', currency: 'EUR', quantity: 2, unit: 'pc' },
  }
  const { message, data } = await send({ product })
  expect(data).toMatchObject({ type: 'product', content: null, channel_id: channel, external_user_id: 'u-1' })
  expect(data.product).toEqual({
    ...{ id: 0, name: 'Fern in a pot', article: 'F-1' },
    ...{ url: 'https://shop.test/fern', img: 'https://shop.test/fern.png' },
    ...{ cost: { value: 12.5, currency: 'EUR' }, unit: 'pc', quantity: { value: 2, unit: 'pc' } },
  })
  expectShape(MessageProduct, 'MessageProduct', data.product)
  expect(message).toMatchObject({ type: 'product', product: data.product, canEdit: false, canDelete: true })
  const { lastMessage } = (await chats()).find(({ id }) => id === chatId) ?? {}
  expect(lastMessage).toMatchObject({ type: 'product', text: 'Fern in a pot', originator: 'user' })
  const found = await bruno.get('/workspace/messages/search', { text: 'fern pot' })
  expect(JSON.stringify(found.body)).toContain(`"id":${message.id},`)
  const edited = await bruno.send('PUT', `/workspace/messages/${message.id}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Moss' }),
  })
  expect(edited.status).toBe(409)
})

it.for<[object, string]>([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ name: 'Fern', url: 'javascript:alert(1)' }, 'url'],
  [{ name: 'Fern', price: 1 }, 'currency'],
  [{ name: 'Fern', price: '1.999', currency: 'EUR' }, 'price'],
])('[D-116] refuses the product %o', async ([product, field]) => {
  expect(await refusal({ product })).toEqual([400, expect.any(String), field])
})

it('[D-116] sends the card of an order of this customer, and of nobody else', async () => {
  const { data, message } = await send({ orderId: await createOrder(customerId) })
  const { external_id: id, number, date, ...order } = data.order as MessageOrder
  expect(data).toMatchObject({ type: 'order', content: null })
  expect([id, date]).toEqual([expect.any(Number), expect.stringMatching(/^\d{4}-.*Z$/)])
  const usd = (value: number) => ({ value, currency: 'USD' })
  expect(order).toEqual({
    cost: usd(30),
    status: { code: 'assembling', name: 'Being assembled' },
    delivery: { name: 'Courier', price: usd(5), address: 'Porto, Rua 1' },
    payments: [{ name: 'Bank card', status: { name: 'Paid', paid: true, payed: true }, amount: usd(30) }],
    items: [{ name: 'Fern', quantity: { value: 2, unit: 'pc' }, price: usd(12.5) }],
  })
  expectShape(MessageOrder, 'MessageOrder', data.order)
  expect(message.text).toBe(number)
  const timeline = await bruno.get(`/workspace/customers/${customerId}/timeline`)
  expect(JSON.stringify(timeline.body)).toContain(`"text":"${number}","type":"order"`)
  const stranger = await system.fern.api.post('/api/v5/customers/create', { customer: { firstName: 'Olga' } })
  const theirs = await createOrder((stranger.body as { id: number }).id)
  for (const orderId of [theirs, 999_999])
    expect(await refusal({ orderId })).toEqual([400, 'entity_invalid', 'orderId'])
})

it('[D-116] sends quick replies below a text, and keeps them when the text is edited', async () => {
  const suggestions = [
    { type: 'text', title: 'Yes' },
    { type: 'url', title: 'Shop', payload: 'https://shop.test/' },
    { type: 'phone', title: 'My phone' },
  ]
  const { message, data } = await send({ text: 'Shall we deliver it?', suggestions })
  expect(data).toMatchObject({ type: 'text', content: 'Shall we deliver it?', attachments: { suggestions } })
  expect(componentErrors('MessageTransportAttachments', data.attachments)).toEqual([])
  for (const suggestion of suggestions) expectShape(Suggestion, 'Suggestion', suggestion)
  expect(message.suggestions).toEqual(suggestions)
  await bruno.send('PUT', `/workspace/messages/${message.id}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Shall we send it?' }),
  })
  await listener.waitFor(2)
  expect(listener.received[1]).toMatchObject({
    type: 'message_updated',
    data: { content: 'Shall we send it?', attachments: { suggestions } },
  })
  const deleted = await telegram.call('DELETE', '/messages', { channel, message: { id: message.id } })
  expect(deleted.body).toMatchObject({ transport_attachments: { suggestions } })
})

it('[D-116] refuses two contents in one message, and nothing at all', async () => {
  const product = { name: 'Fern' }
  expect(await refusal({})).toEqual([400, 'entity_invalid', 'text'])
  expect(await refusal({ text: 'Look', product })).toEqual([400, 'entity_invalid', 'product'])
  expect(await refusal({ product, suggestions: [{ type: 'text', title: 'Yes' }] })).toEqual([
    400,
    'entity_invalid',
    'suggestions',
  ])
  const many = Array.from({ length: 11 }, () => ({ type: 'text', title: 'Yes' }))
  expect(await refusal({ text: 'Look', suggestions: many })).toEqual([400, expect.any(String), 'suggestions'])
})

const READY = {
  ...{ code: 'ready', name: 'Order is ready', type: 'text', category: 'utility', lang: 'en' },
  header: { content: { type: 'text', body: 'Order {{1}}' } },
  body: 'Hello {{1}}, your {{2}} is ready.',
  footer: 'Fern & Co',
  buttons: {
    items: [
      { type: 'plain', label: 'Thanks' },
      { type: 'url', label: 'Map', url: 'https://shop.test/map' },
    ],
  },
}

it('[D-117] sends a template with its values; only approved ones without files are offered', async () => {
  const add = (template: object) => telegram.call('POST', `/channels/${channel}/templates`, template)
  await add(READY)
  await add({ ...READY, code: 'a-first', name: 'A first one' })
  await add({ ...READY, code: 'pending', verification_status: 'pending' })
  await add({ ...READY, code: 'media', type: 'media', header: { content: { type: 'image' } } })
  expect((await open()).can.templates).toBe(true)
  const listed = await bruno.get(`/workspace/chats/${chatId}/templates`)
  const { templates } = listed.body as { templates: { code: string; body: string }[] }
  expect(templates.map(({ code }) => code)).toEqual(['a-first', 'ready'])
  expect(templates[1]).toMatchObject({ name: 'Order is ready', body: READY.body, footer: READY.footer })
  const values = { header: ['12A'], body: ['Vera', 'fern'], buttons: [] }
  const { message, data } = await send({ template: { code: 'ready', ...values } })
  const content = 'Order 12A\n\nHello Vera, your fern is ready.\n\nFern & Co'
  expect(data).toMatchObject({ type: 'text', content })
  expect(data.template).toEqual({
    ...{ code: 'ready', category: 'utility', args: ['Vera', 'fern'] },
    variables: {
      header: { type: 'text', args: ['12A'] },
      body: { args: ['Vera', 'fern'] },
      buttons: [
        { type: 'plain', title: 'Thanks' },
        { type: 'url', title: 'Map' },
      ],
    },
  })
  expectShape(SentTemplate, undefined, data.template)
  expect(message).toMatchObject({
    ...{ text: content, canEdit: false },
    template: { code: 'ready', name: 'Order is ready', buttons: ['Thanks', 'Map'] },
  })
  expect(await refusal({ template: { code: 'ready', ...values, body: ['Vera'] } })).toEqual([
    400,
    'entity_invalid',
    'template.body',
  ])
  for (const code of ['pending', 'media', 'nowhere'])
    expect(await refusal({ template: { code, ...values } })).toEqual([400, 'template_unknown'])
})

it('[D-118] is not refused after the time to reply: the messenger decides', async () => {
  await telegram.call('POST', '/messages', {
    channel,
    external_chat_id: 'chat-1',
    customer: { external_id: 'u-1', nickname: 'vera' },
    message: { type: 'text', external_id: 'late', text: 'late' },
    reply_deadline: '2026-01-01T00:00:00Z',
  })
  const { chat } = await open()
  expect(chat.replyDeadline).toBe('2026-01-01T00:00:00.000Z')
  expect((await send({ text: 'Still here' })).data).toMatchObject({ content: 'Still here' })
})

it('a product or an order of a customer has its name in the list, too', async () => {
  await telegram.call('POST', '/messages', {
    channel,
    external_chat_id: 'chat-1',
    customer: { external_id: 'u-1', nickname: 'vera' },
    message: { type: 'product', external_id: 'their-product', product: { id: 5, name: 'Moss' } },
  })
  expect((await chats()).find(({ id }) => id === chatId)?.lastMessage).toMatchObject({ type: 'product', text: 'Moss' })
})
