// What a transport tells about the visitor behind a conversation, asked when a manager opens it.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

let system: System
let module: Receiver
let bruno: HttpClient
let chatId: number
beforeAll(async () => {
  system = await startSystem()
  module = await startReceiver()
  bruno = await system.fern.signIn('bruno')
  const transport = await connectTransport(system.fern, 'site-chat', `${module.url}/webhooks`)
  await register({ online: 'online', visits: '/visits' })
  const channel = await transport.channel()
  await transport.message(channel, 'm-1', { customer: { external_id: 'visitor 7' } })
  const { body } = await bruno.get('/workspace/chats')
  chatId = (body as { chats: { id: number }[] }).chats[0]?.id ?? 0
})
afterAll(async () => {
  await system.close()
  await module.close()
})

const register = async (actions: object) => {
  const mgTransport = { webhookUrl: `${module.url}/webhooks`, actions }
  const integrationModule = { code: 'site-chat', baseUrl: module.url, clientId: 'c-7', integrations: { mgTransport } }
  const reply = await system.fern.api.post('/api/v5/integration-modules/site-chat/edit', { integrationModule })
  expect(reply.status, reply.text).toBe(201)
}
const visitor = async () => (await bruno.get(`/workspace/chats/${chatId}/visitor`)).body

it('[D-115] asks both actions with the id of the visitor, and shows what they say', async () => {
  module.answer((request, response) =>
    json(response, 200, request.path === '/online' ? { lastOnline: '2026-11-17T10:00:00Z' } : { countVisits: 2 }),
  )
  expect(await visitor()).toEqual({
    success: true,
    visitor: { lastOnline: '2026-11-17T10:00:00.000Z', visits: 2 },
  })
  const online = module.received.find(({ path }) => path === '/online')
  expect(Object.fromEntries(online?.query ?? [])).toEqual({ clientId: 'c-7', externalUserId: 'visitor 7' })
  expect(module.received.some(({ path }) => path === '/visits')).toBe(true)
})

it('[D-115] shows nothing when the transport fails, and asks nothing when it has no actions', async () => {
  module.answer((_request, response) => json(response, 500, {}))
  expect(await visitor()).toEqual({ success: true, visitor: {} })
  await register({})
  module.received.length = 0
  expect(await visitor()).toEqual({ success: true, visitor: {} })
  expect(module.received).toEqual([])
  const strangers = await system.kettle.signIn('farid')
  expect((await strangers.get(`/workspace/chats/${chatId}/visitor`)).status).toBe(404)
})
