// Templates and messages as the vendor's Go client of the transport API sends them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'

let system: System
let transport: Transport
let channel: number
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  transport = await connectTransport(system.fern, 'go', 'http://127.0.0.1:9/hook')
  channel = await transport.channel()
})
afterAll(() => system.close())

/** Without the check against the public OpenAPI document, which knows one of the two forms only. */
const send = (method: string, path: string, body?: object) =>
  system.fern.stranger.with({ 'x-transport-token': transport.token }).send(method, `/api/transport/v1${path}`, {
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
const templates = async () => (await send('GET', '/templates')).body as unknown as Record<string, unknown>[]

it('[D-95] keeps templates in both published forms and returns them as they came', async () => {
  const named = ['Hello, ', { var: 'name' }, ' and ', {}]
  const numbered = [
    { type: 1, text: 'Hello, ' },
    { type: 2, var: 1 },
  ]
  const example = { body: ['Vera', 'Nora'], buttons: [['x']], attachments: [{ id: 'a', caption: 'A' }] }
  const base = { type: 'text', body: '', quality: null }
  const replies = [
    await send('POST', `/channels/${channel}/templates`, {
      ...{ ...base, code: 'go', name: 'Go', template: named, example, verification_status: 'new' },
    }),
    await send('POST', `/channels/${channel}/templates`, {
      ...{ ...base, code: 'oas', name: 'Document', template: numbered, verification_status: '' },
    }),
  ]
  expect(replies.map(({ status, body }) => [status, body])).toEqual([
    [200, {}],
    [200, {}],
  ])
  expect(await templates()).toMatchObject([
    { code: 'go', template: named, example, verification_status: 'new', enabled: false },
    { code: 'oas', template: numbered, verification_status: 'approved', enabled: true },
  ])
  for (const template of [[{ var: 'age' }], [{ var: 7 }], [5]])
    expect(
      await send('POST', `/channels/${channel}/templates`, { ...base, code: 'wrong', name: 'Wrong', template }),
    ).toMatchObject({ status: 400, body: { errors: expect.arrayContaining([expect.stringMatching(/^template\.0/)]) } })
})

it('[D-95] leaves the verification status of a template when an update has none', async () => {
  const code = 'kept'
  const template = { code, name: 'Kept', type: 'text', body: 'Hello', verification_status: 'pending' }
  await send('POST', `/channels/${channel}/templates`, template)
  const path = `/channels/${channel}/templates/${code}`
  const changed = [
    await send('PUT', path, { name: 'Other', body: 'Hi' }),
    await send('PUT', path, { name: 'Third', body: 'Hi', verification_status: '' }),
  ]
  expect(changed.map(({ status }) => status)).toEqual([200, 200])
  expect((await templates()).find((one) => one.code === code)).toMatchObject({
    name: 'Third',
    body: 'Hi',
    verification_status: 'pending',
  })
})

it('[D-61] takes an empty originator for none, in messages and in history', async () => {
  const customer = { external_id: 'u', nickname: 'vera' }
  const message = (external_id: string) => ({ type: 'text', external_id, text: 'Hello' })
  const replies = [
    await send('POST', '/messages', { channel, customer, originator: '', message: message('m-1') }),
    await send('POST', '/messages/history', { channel_id: channel, customer, originator: '', message: message('m-2') }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
})

it('[D-61] names a deleted and a restored message by message_id too', async () => {
  const id = await transport.message(channel, 'm-3')
  const named = { message: { external_id: 'm-3' } }
  expect((await send('DELETE', '/messages', { channel, ...named })).body).toMatchObject({ id, message_id: id })
  expect((await send('POST', '/messages/restore', { channel_id: channel, ...named })).body).toMatchObject({
    id,
    message_id: id,
  })
})

it('[E-01] puts the reason of an error first, with the full path of the field', async () => {
  const customer = { external_id: 'u', nickname: 'vera' }
  const wrong = await send('POST', '/messages', { channel, customer, message: { type: 'song' } })
  expect(wrong.body).toEqual({
    errors: [expect.stringMatching(/^message\.type: must be one of: text, /), 'Errors in the entity format'],
  })
  const missing = await send('POST', '/messages', {
    channel,
    customer: { nickname: 'vera' },
    message: { type: 'text' },
  })
  expect((missing.body as { errors: string[] }).errors[0]).toBe('customer.external_id: is missing')
})

it('[D-81][D-95] lists channels and templates as references, to the key of a transport those of its module', async () => {
  const { api, newKey, stranger } = system.fern
  const other = await connectTransport(system.fern, 'quiet', 'http://127.0.0.1:9/hook')
  const quiet = await other.channel()
  expect((await api.get('/api/v5/reference/mg-channels')).body).toMatchObject({
    mgChannels: [
      { id: channel, externalId: channel, active: true },
      { id: quiet, externalId: quiet },
    ],
  })
  const listed = (
    await api.get('/api/v5/reference/mg-channels/templates', { channel_id: channel, limit: '20' } as never)
  ).body
  expect(listed).toMatchObject({
    pagination: { totalCount: 3, currentPage: 1 },
    templates: [
      {
        ...{ code: 'go', name: 'Go', mgChannelId: channel, channel: { id: channel } },
        ...{ active: false, verificationStatus: 'new', templateExample: ['Vera', 'Nora'] },
        template: ['Hello, ', { var: 'name' }, ' and ', {}],
      },
      { code: 'oas', active: true, template: ['Hello, ', { var: 'name' }] },
      { code: 'kept', template: ['Hi'] },
    ],
  })
  const { text } = await newKey({ scopes: ['reference_read'], moduleCode: 'quiet' })
  const asQuiet = (path: string) => stranger.get(`/api/v5/reference/${path}`, { apiKey: text })
  expect((await asQuiet('mg-channels')).body).toMatchObject({ mgChannels: [{ id: quiet }] })
  expect((await asQuiet('mg-channels/templates')).body).toMatchObject({ templates: [] })
})
