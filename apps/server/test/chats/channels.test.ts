import { startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, EVERYTHING, type Transport } from '../support/transport.ts'

let system: System
let telegram: Transport
beforeAll(async () => {
  system = await startSystem()
  telegram = await connectTransport(system.fern, 'telegram-1', 'http://127.0.0.1:9/hook')
})
afterAll(() => system.close())

const read = async (transport: Transport, id: number): Promise<Record<string, unknown>> => {
  const [channel] = (await transport.call('GET', `/channels?id=${id}`)).body as Record<string, unknown>[]
  return channel ?? {}
}

it('[D-60] accepts the token of the registration and no other', async () => {
  const bare = system.fern.stranger
  for (const headers of [{}, { 'x-transport-token': 'nonsense' }, { 'x-transport-token': '' }]) {
    const reply = await bare.send('GET', '/api/transport/v1/channels', { headers })
    expect(reply.status).toBe(401)
    expect(reply.body).toEqual({ errors: ['Wrong transport token'] })
  }
  // The token of one account is unknown in another.
  const abroad = await system.kettle.stranger.send('GET', '/api/transport/v1/channels', {
    headers: { 'x-transport-token': telegram.token },
  })
  expect(abroad.status).toBe(401)
  expect((await telegram.call('GET', '/channels')).status).toBe(200)
})

it('[D-60] keeps the token over registrations, and changes it on request', async () => {
  const register = async (mgTransport: object) =>
    (
      (
        await system.fern.api.post('/api/v5/integration-modules/steady/edit', {
          integrationModule: { code: 'steady', integrations: { mgTransport } },
        })
      ).body as { info: { mgTransport: { token: string; endpointUrl: string } } }
    ).info.mgTransport
  const webhookUrl = 'https://steady.test/hook'
  const first = await register({ webhookUrl })
  expect(first.endpointUrl).toBe('http://fern.test')
  expect((await register({ webhookUrl })).token).toBe(first.token)
  const fresh = await register({ webhookUrl, refreshToken: true })
  expect(fresh.token).not.toBe(first.token)
  const wire = system.fern.stranger
  const status = async (token: string) =>
    (await wire.send('GET', '/api/transport/v1/channels', { headers: { 'x-transport-token': token } })).status
  expect([await status(first.token), await status(fresh.token)]).toEqual([401, 200])
})

it('[D-60] returns a list of errors that is never empty', async () => {
  const replies = [
    await telegram.call('POST', '/channels', {}),
    await telegram.call('POST', '/channels', { type: 'pigeon' }),
    await telegram.call('PUT', '/channels/999', { name: 'x' }),
    await telegram.call('DELETE', '/channels/999'),
    await telegram.call('GET', '/channels?limit=5000'),
    await telegram.call('POST', '/messages', { channel: 999, message: { type: 'text' } }),
  ]
  for (const reply of replies) {
    expect(reply.status).toBe(400)
    expect((reply.body as { errors: string[] }).errors[0]).toMatch(/\w/)
  }
  expect(replies[2]?.body).toEqual({ errors: ['Channel not found'] })
  const unreadable = await system.fern.stranger.send('POST', '/api/transport/v1/channels', {
    headers: { 'x-transport-token': telegram.token, 'content-type': 'application/json' },
    body: '{"type":',
  })
  expect(unreadable.status).toBe(400)
  expect((unreadable.body as { errors: string[] }).errors).toHaveLength(1)
})

it('[D-61][D-62] creates a channel with 201, and activates one again with 200', async () => {
  const made = await telegram.call('POST', '/channels', { type: 'telegram', name: 'Shop bot', external_id: 'bot-1' })
  expect(made.status).toBe(201)
  const { id } = made.body as { id: number }
  expect(made.body).toMatchObject({ id: expect.any(Number), external_id: 'bot-1' })
  const off = await telegram.call('DELETE', `/channels/${id}`)
  expect(off.body).toMatchObject({ id, deactivated_at: expect.any(String) })
  expect(await read(telegram, id)).toMatchObject({ is_active: false, name: 'Shop bot' })
  const again = await telegram.call('POST', '/channels', { id, type: 'telegram' })
  expect(again.status).toBe(200)
  expect(await read(telegram, id)).toMatchObject({ is_active: true, name: 'Shop bot', external_id: 'bot-1' })
  // The older Go client sends 0 for none.
  expect((await telegram.call('POST', '/channels', { id: 0, type: 'viber' })).status).toBe(201)
})

it('[D-61] lists channels by id, state, kind and time', async () => {
  const one = await connectTransport(system.fern, 'lister', 'http://127.0.0.1:9/hook')
  const ids = [
    await one.channel(),
    await one.channel({}, { type: 'viber' }),
    await one.channel({}, { type: 'whatsapp' }),
  ]
  await one.call('DELETE', `/channels/${ids[1]}`)
  const list = async (query: string) =>
    ((await one.call('GET', `/channels?${query}`)).body as { id: number }[]).map(({ id }) => id)
  expect(await list('')).toEqual(ids)
  expect(await list('active=1')).toEqual([ids[0], ids[2]])
  expect(await list('active=false')).toEqual([ids[1]])
  expect(await list('types=viber&types=whatsapp')).toEqual([ids[1], ids[2]])
  expect(await list('types=viber')).toEqual([ids[1]])
  expect(await list('limit=1')).toEqual([ids[0]])
  expect(await list('sort=desc&limit=1')).toEqual([ids[2]])
  expect(await list('since=2100-01-01T00:00:00Z')).toEqual([])
  expect(await list('until=2100-01-01T00:00:00Z')).toEqual(ids)
})

it.each(['text', 'product', 'order', 'image', 'file'] as const)(
  '[C-01] keeps settings.%s.reaction, whichever of both, receive and send',
  async (group) => {
    const id = await telegram.channel({})
    for (const reaction of ['both', 'receive', 'send', 'none']) {
      const reply = await telegram.call('PUT', `/channels/${id}`, { settings: { [group]: { reaction } } })
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({ id, updated_at: expect.any(String) })
      expect((await read(telegram, id)).settings).toEqual({ [group]: { reaction } })
    }
    const wrong = await telegram.call('PUT', `/channels/${id}`, { settings: { [group]: { reaction: 'sometimes' } } })
    expect(wrong.status).toBe(400)
    expect((wrong.body as { errors: string[] }).errors.join()).toContain(
      `settings.${group}.reaction: must be one of: none, receive`,
    )
  },
)

it('[D-64] merges settings by group and replaces inside a group', async () => {
  const id = await telegram.channel({ text: { reaction: 'both', creating: 'both' }, reactions: { max_count: 3 } })
  await telegram.call('PUT', `/channels/${id}`, {
    settings: { text: { reaction: 'send' }, spam_allowed: true, image: { reaction: 'both', max_files_count: 4 } },
  })
  expect((await read(telegram, id)).settings).toEqual({
    text: { reaction: 'send' },
    image: { reaction: 'both' },
    reactions: { max_count: 3 },
  })
  await telegram.call('PUT', `/channels/${id}`, { name: 'Renamed' })
  expect(await read(telegram, id)).toMatchObject({ name: 'Renamed', settings: { text: { reaction: 'send' } } })
})

it('[D-61] stores templates and returns them', async () => {
  const one = await connectTransport(system.fern, 'templates', 'http://127.0.0.1:9/hook')
  const channel = await one.channel()
  const template = { code: 'hello', name: 'Hello', type: 'text', body: 'Hello {{1}}', lang: 'en', category: 'utility' }
  expect((await one.call('POST', `/channels/${channel}/templates`, template)).body).toEqual({})
  expect((await one.call('POST', `/channels/${channel}/templates`, template)).status).toBe(400)
  await one.call('PUT', `/channels/${channel}/templates/hello`, { name: 'Hi', verification_status: 'rejected' })
  expect((await one.call('GET', '/templates')).body).toMatchObject([
    {
      channel_id: channel,
      code: 'hello',
      name: 'Hi',
      body: 'Hello {{1}}',
      verification_status: 'rejected',
      enabled: false,
    },
  ])
  expect((await telegram.call('GET', '/templates')).body).toEqual([])
  expect((await one.call('DELETE', `/channels/${channel}/templates/hello`)).body).toEqual({})
  expect((await one.call('DELETE', `/channels/${channel}/templates/hello`)).status).toBe(400)
})

it('hides the channels of a transport from other transports, in its own account and in others', async () => {
  const receiver = await startReceiver()
  const id = await telegram.channel(EVERYTHING)
  const neighbour = await connectTransport(system.fern, 'neighbour', receiver.url)
  const foreign = await connectTransport(system.kettle, 'telegram-1', receiver.url)
  for (const other of [neighbour, foreign]) {
    expect((await other.call('GET', '/channels')).body).toEqual([])
    for (const reply of [
      await other.call('PUT', `/channels/${id}`, { name: 'mine now' }),
      await other.call('DELETE', `/channels/${id}`),
      await other.call('POST', '/channels', { id, type: 'telegram' }),
      await other.call('POST', `/channels/${id}/templates`, { code: 'a', name: 'a', type: 'text' }),
    ]) {
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual({ errors: ['Channel not found'] })
    }
  }
  expect(await read(telegram, id)).toMatchObject({ name: 'Bot', is_active: true })
  await receiver.close()
})

it('[C-01][D-64] shows a channel and its settings to administrators only', async () => {
  const transport = await connectTransport(system.fern, 'shown-1', 'http://127.0.0.1:9/hook')
  const settings = { text: { creating: 'both', reaction: 'receive' }, reactions: { dictionary: ['👍'], max_count: 2 } }
  const [first, second] = [await transport.channel(settings), await transport.channel()]
  await transport.call('DELETE', `/channels/${second}`)
  const path = `/workspace/modules/${transport.code}/channels`
  const ada = await system.fern.signIn('ada')
  expect((await ada.get(path)).body).toMatchObject({
    channels: [
      { id: first, name: 'Bot', type: 'telegram', is_active: true, settings },
      { id: second, is_active: false, deactivated_at: expect.any(String) },
    ],
  })
  expect((await (await system.fern.signIn('bruno')).get(path)).status).toBe(403)
  expect((await (await system.kettle.signIn('edith')).get(path)).status).toBe(404)
})
