import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sign } from '@patchbay/sdk/signature'
import { type MockSystem, type ReceivedRequest, startMockSystem } from '@patchbay/sdk/verify/mock-system'
import { renderText } from '@patchbay/sdk/verify/report'
import { verifyModule } from '@patchbay/sdk/verify/run'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Setup } from '../src/setup.ts'
import { startWebchat } from '../src/start.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let system: MockSystem
let folder: string
let url: string
let chat: Awaited<ReturnType<typeof startWebchat>> | undefined

const start = async (setup?: Setup) => {
  const retry = { backoffMs: 10, maxAttempts: 2, timeoutMs: 20_000 }
  const { port } = new URL(url)
  const where = { systemUrl: system.url, apiKey: system.apiKey, publicUrl: url, folder, port: Number(port) }
  chat = await startWebchat({ ...where, log: () => {}, retry, setup })
  await chat.registered
}
const stop = async () => {
  await chat?.stop()
  chat = undefined
}

beforeEach(async () => {
  system = await startMockSystem()
  // The messages of managers in these tests.
  system.sent = new Set(Array.from({ length: 1_000 }, (_, id) => id))
  system.retryAfter = 0
  folder = mkdtempSync(join(tmpdir(), 'patchbay-webchat-'))
  url = `http://127.0.0.1:${await freePort()}`
})
afterEach(async () => {
  await stop()
  await system.close()
  rmSync(folder, { recursive: true })
})

const ask = async (
  method: string,
  path: string,
  token?: string,
  body?: string | Buffer<ArrayBuffer>,
  type = 'application/json',
) => {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': type }) }
  const answer = await fetch(`${url}/chat/${path}`, { method, headers, ...(body && { body }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const say = async (text: string, token?: string) => {
  const { body } = await ask('POST', 'messages', token, JSON.stringify({ text }))
  return { id: String(body.id), token: String(body.token ?? token) }
}
type Shown = {
  id: string
  side: string
  text: string
  pictures: string[]
  reactions: object[]
  seen: boolean
  card?: object
}
const list = async (token: string) => (await ask('GET', 'messages', token)).body.messages as Shown[]

const webhook = async (type: string, data: object, at = Date.now(), id: string = crypto.randomUUID()) => {
  const body = JSON.stringify({
    type,
    meta: { timestamp: Math.floor(at / 1000) },
    data: { channel_id: 1, external_chat_id: 'c', ...data },
  })
  const clientid = system.settings()?.clientId ?? ''
  const headers = { 'content-type': 'application/json', clientid, ...sign([system.secret], id, new Date(), body) }
  const answer = await fetch(`${url}/transport/webhook`, { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const received = (end: string, method = 'POST') =>
  system.waitFor(
    (one: ReceivedRequest) => one.path.endsWith(end) && one.method === method && one.status === 200,
    60_000,
  )
const visitorOf = ({ fields }: ReceivedRequest) => String((fields.customer as { external_id: string }).external_id)

it('imports earlier conversations once, the latest message first, and the visitor can go on with them', async () => {
  const messages = [
    { id: 'm-1', side: 'visitor' as const, text: 'In stock?', at: '2026-05-04T10:00:00.000Z' },
    { id: 'm-2', side: 'manager' as const, text: 'Yes', at: '2026-05-04T10:05:00.000Z' },
  ]
  const contact = { firstName: 'Greta', lastName: 'Holm', phone: '+15550100' }
  const setup = { conversations: [{ visitorId: 'v-1', token: 'a token', nickname: 'Greta Holm', contact, messages }] }
  await start(setup)
  await stop()
  await start(setup)
  const imported = system.received.filter(({ path }) => path.endsWith('/messages/history'))
  expect(imported.map(({ fields }) => fields)).toMatchObject([
    { originator: 'user', message: { external_id: 'm-2', created_at: '2026-05-04T10:05:00.000Z' } },
    { originator: 'customer', customer: { first_name: 'Greta', phone: '+15550100' }, message: { external_id: 'm-1' } },
  ])
  expect((await list('a token')).map(({ text }) => text)).toEqual(['In stock?', 'Yes'])
  await say('Then two', 'a token')
  await system.waitFor(
    ({ path, fields }) => path.endsWith('/messages') && JSON.stringify(fields).includes('Then two'),
    3_000,
  )
})

it('transfers messages and reactions in both directions', async () => {
  await start()
  const { id, token } = await say('Is it in stock? <b>')
  const message = (await received('/messages')) as ReceivedRequest
  expect(message.fields).toMatchObject({
    channel: 1,
    message: { external_id: id, type: 'text', text: 'Is it in stock? <b>' },
  })
  const external_user_id = visitorOf(message)
  const sent = await webhook('message_sent', { external_user_id, id: 5, type: 'text', content: 'Yes, it is' })
  const external_message_id = sent.body.external_message_id ?? ''
  expect((await list(token)).map(({ side, text }) => [side, text])).toEqual([
    ['visitor', 'Is it in stock? <b>'],
    ['manager', 'Yes, it is'],
  ])

  expect(
    (await ask('POST', 'reactions', token, JSON.stringify({ messageId: external_message_id, reaction: '👍' }))).status,
  ).toBe(200)
  expect((await received('/reaction'))?.fields).toMatchObject({
    channel: 1,
    message: { external_id: external_message_id },
    reaction: '👍',
  })
  await ask('DELETE', 'reactions', token, JSON.stringify({ messageId: external_message_id, reaction: '👍' }))
  expect((await received('/reaction', 'DELETE'))?.fields).toMatchObject({ reaction: '👍' })

  const point = { external_user_id, external_message_id: id }
  await webhook('reaction_add', { ...point, new_reaction: '❤️', all_reactions: [{ reaction: '❤️' }] })
  expect((await list(token))[0]?.reactions).toEqual([{ side: 'manager', reaction: '❤️' }])
  await webhook('reaction_delete', { ...point, old_reaction: '👍', all_reactions: [] }, Date.now() - 60_000)
  expect((await list(token))[0]?.reactions, 'older news changes nothing').toHaveLength(1)
  await webhook('message_read', point)
  expect((await list(token))[0]?.seen).toBe(true)
  await webhook('message_deleted', { external_user_id, external_message_id })
  expect(await list(token)).toHaveLength(1)
})

it('[D-62] names a manager’s message by the system’s id too: the system may not have stored ours yet', async () => {
  await start()
  const { token } = await say('Is it in stock?')
  const external_user_id = visitorOf((await received('/messages')) as ReceivedRequest)
  const { body } = await webhook('message_sent', { external_user_id, id: 57, type: 'text', content: 'Yes, it is' })
  const { external_message_id } = body
  await ask('POST', 'reactions', token, JSON.stringify({ messageId: external_message_id, reaction: '👍' }))
  expect((await received('/reaction'))?.fields.message).toEqual({ external_id: external_message_id, id: 57 })
})

it('[D-116][D-117] shows products, orders, quick replies and the plain buttons of templates, also after a restart', async () => {
  await start({ conversations: [], templates: [{ code: 'ready', name: 'Ready', type: 'text', body: 'Order {{1}}' }] })
  expect([...system.templates.values()]).toMatchObject([{ code: 'ready', channel_id: 1 }])
  const { token } = await say('Hello')
  const external_user_id = visitorOf((await received('/messages')) as ReceivedRequest)
  const product = { id: 0, name: 'Fern', cost: { value: 12.5, currency: 'EUR' } }
  const suggestions = [{ type: 'text', title: 'Yes' }]
  const buttons = [
    { type: 'plain', title: 'Thanks' },
    { type: 'url', title: 'Map' },
  ]
  const template = { code: 'ready', category: '', args: ['7'], variables: { body: { args: ['7'] }, buttons } }
  const messages = [
    { type: 'product', content: null, product },
    { type: 'order', content: null, order: { number: '7A' } },
    { type: 'text', content: 'Now?', attachments: { suggestions } },
    { type: 'text', content: 'Order 7', template },
  ]
  for (const [nth, message] of messages.entries())
    expect((await webhook('message_sent', { external_user_id, id: 60 + nth, ...message })).status).toBe(200)
  await stop()
  await start()
  expect((await list(token)).map(({ text, card }) => [text, card])).toEqual([
    ['Hello', undefined],
    ['', { product }],
    ['', { order: { number: '7A' } }],
    ['Now?', { suggestions }],
    ['Order 7', { suggestions: [{ type: 'text', title: 'Thanks' }] }],
  ])
})

it('sends pictures, and rejects other files', async () => {
  await start()
  const { body } = await ask('POST', 'messages', undefined, PNG, 'image/png')
  const { token } = body as { token: string }
  const message = (await received('/messages')) as ReceivedRequest
  const [item] = (message.fields.message as { items: { id: string }[] }).items
  expect([...(system.files.get(item?.id ?? '')?.bytes ?? [])]).toEqual([...PNG])
  const [shown] = await list(token)
  const picture = await fetch(`${url}/chat/pictures/${shown?.pictures[0]}?token=${token}`)
  expect([picture.headers.get('content-type'), picture.headers.get('x-content-type-options')]).toEqual([
    'image/png',
    'nosniff',
  ])
  expect((await ask('POST', 'messages', token, Buffer.from('<script>alert(1)</script>'), 'image/png')).status).toBe(415)
})

it('shows a visitor nothing of other visitors', async () => {
  await start()
  const [one, two] = [await say('one'), await say('two')]
  expect((await list(two.token)).map(({ text }) => text)).toEqual(['two'])
  const foreign = JSON.stringify({ messageId: one.id, reaction: '👍' })
  expect((await ask('POST', 'reactions', two.token, foreign)).status).toBe(400)
  expect((await ask('GET', 'messages', 'wrong')).status).toBe(401)
})

it('loses and repeats nothing while the system is down', async () => {
  await start()
  system.queueResponses('/messages', 'no-response', 'busy', 'busy', 'busy')
  const { token } = await say('first')
  await system.waitFor(({ path }) => path.endsWith('/messages'), 60_000)
  await say('second', token)
  await stop()
  system.clearResponses('/messages')
  await start()
  await system.waitFor(
    ({ fields, status }) => status === 200 && (fields.message as { text?: string })?.text === 'second',
    5_000,
  )
  const taken = system.received.filter(({ path, status }) => path.endsWith('/messages') && status === 200)
  expect(taken.map(({ fields }) => (fields.message as { text: string }).text)).toEqual(['first', 'second'])
})

it('recognises a repeated webhook after a restart', async () => {
  await start()
  const { token } = await say('Hello')
  const external_user_id = visitorOf((await received('/messages')) as ReceivedRequest)
  const data = { external_user_id, id: 5, type: 'text', content: 'Hello!' }
  const first = await webhook('message_sent', data, 0, 'msg_1')
  await stop()
  await start()
  expect((await webhook('message_sent', data, 0, 'msg_1')).body).toEqual(first.body)
  expect(await list(token)).toHaveLength(2)
})

it('is one script of less than 30 kB gzipped', async () => {
  await start()
  const entry = await (await fetch(`${url}/webchat.js`)).text()
  const names = ['webchat', 'view', 'cards', 'make', 'api', 'style']
  const scripts = await Promise.all(names.map(async (name) => (await fetch(`${url}/${name}.js`)).text()))
  expect(entry).toContain("from './view.js'")
  expect(gzipSync(scripts.join('\n')).length).toBeLessThan(30_000)
})

it('passes the conformance test when started as in its README', { timeout: 60_000 }, async () => {
  const run = `exec "${process.execPath}" "${join(import.meta.dirname, '../src/main.ts')}"`
  const hooks = { visitor: '{url}/chat/messages' }
  const report = await verifyModule({ kind: 'transport', url, run, hooks, waitMs: 8_000 })
  expect(
    report.outcomes.filter(({ result }) => result === 'failed'),
    renderText(report),
  ).toEqual([])
})
