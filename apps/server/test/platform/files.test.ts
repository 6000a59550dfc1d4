import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'
import { startListener } from '../support/webhook-receiver.ts'

let system: System
let telegram: Transport
let wire: HttpClient
beforeAll(async () => {
  system = await startSystem()
  telegram = await connectTransport(system.fern, 'telegram-1', 'http://127.0.0.1:9/hook')
  wire = system.fern.stranger.with({ 'x-transport-token': telegram.token })
})
afterAll(() => system.close())

// A PNG of one pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upload = (body: Buffer | string, type = 'application/json', as = wire) =>
  as.send('POST', '/api/transport/v1/files/upload', { headers: { 'content-type': type }, body })
const errors = (reply: { body: unknown }) => (reply.body as { errors: string[] }).errors

it('[D-61] accepts a file as raw bytes with any content type, and as multipart; its type comes from its bytes', async () => {
  const raw = await upload(PNG)
  expect(raw.status).toBe(200)
  expect(raw.body).toMatchObject({
    type: 'image',
    size: PNG.length,
    mime_type: 'image/png',
    meta: { width: 1, height: 1 },
  })
  const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="x.exe"\r\nContent-Type: text/html\r\n\r\n`
  const multipart = Buffer.concat([Buffer.from(form), PNG, Buffer.from('\r\n--b--\r\n')])
  expect((await upload(multipart, 'multipart/form-data; boundary=b')).body).toMatchObject({ mime_type: 'image/png' })
  // A form whose only part never ends its headers has no file; it must not wait for one.
  const endless = await upload('--b\r\nContent-Disposition: form-data\r\n--b--\r\n', 'multipart/form-data; boundary=b')
  expect([endless.status, errors(endless)]).toEqual([400, [expect.stringContaining('not well-formed multipart')]])
  expect((await upload('just words')).body).toMatchObject({ type: 'file', mime_type: 'text/plain' })
})

it('[D-61] serves a file by a link that is valid for a day, in its own account only', async () => {
  const { id } = (await upload(PNG)).body as { id: string }
  const { Url, url, ...file } = (await telegram.call('GET', `/files/${id}`)).body as { Url: string; url: string }
  expect(Url).toBe(url)
  expect(file).toEqual({ id, type: 'image', size: PNG.length, mime_type: 'image/png' })
  const path = url.replace('http://fern.test', '')
  const fetched = await system.fern.stranger.get(path)
  expect(fetched.status).toBe(200)
  expect(fetched.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await system.fern.stranger.get(path.replace(/expires=\d/, 'expires=9'))).status).toBe(404)
  expect((await system.fern.stranger.get(`/files/${id}`)).status).toBe(404)
  expect((await system.kettle.stranger.get(path)).status).toBe(404)
  const foreign = await connectTransport(system.kettle, 'telegram-1', 'http://127.0.0.1:9/hook')
  expect(errors(await foreign.call('GET', `/files/${id}`))).toEqual(['File not found'])
  expect(errors(await telegram.call('GET', '/files/nonsense'))).toEqual(['File not found'])
})

it('[D-61] rejects empty, too large, dangerous and unknown files', async () => {
  expect(errors(await upload(''))[0]).toContain('empty')
  expect(errors(await upload('<!doctype html><script>alert(1)</script>'))[0]).toContain('text/html')
  expect(errors(await upload('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'))[0]).toContain('not accepted')
  expect(errors(await upload(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])))[0]).toContain(
    'x-elf',
  )
  expect(errors(await upload(Buffer.from([0, 1, 2, 3, 0xff])))[0]).toContain('cannot be determined')
  const large = await upload(Buffer.alloc(20 * 1024 * 1024 + 1, 'x'))
  expect([large.status, errors(large)[0]]).toEqual([400, expect.stringContaining('larger')])
  expect((await upload(PNG, 'application/json', system.fern.stranger)).status).toBe(401)
})

/** An upload of 10 MB of which so far only the headers have been sent. */
const beginUpload = async (token: string, type: string) => {
  const { hostname, port } = new URL(system.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = ['POST /api/transport/v1/files/upload HTTP/1.1', 'Host: fern.test', 'Content-Length: 10000000']
  socket.write(`${[...head, `Content-Type: ${type}`, `X-Transport-Token: ${token}`].join('\r\n')}\r\n\r\n`)
  return socket
}

it('[D-84] stores a file once that is uploaded again with the same Idempotency-Key', async () => {
  const keyed = wire.with({ 'idempotency-key': 'upload-once' })
  const first = await upload(PNG, 'image/png', keyed)
  expect(first.status, first.text).toBe(200)
  const again = await upload(PNG, 'image/png', keyed)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(again.headers['idempotent-replayed']).toBe('true')
  const other = await upload(Buffer.concat([PNG, Buffer.from('more')]), 'image/png', keyed)
  expect(other.status).toBe(409)
  expect(errors(other)[0]).toContain('Idempotency-Key')
  expect((await upload(PNG, 'image/png', wire.with({ 'idempotency-key': 'with spaces' }))).status).toBe(400)
})

it('[D-61] refuses a stranger before a byte of the file was sent', async () => {
  const socket = await beginUpload('wrong', 'image/png')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 401 /)
  socket.destroy()
})

it('[D-61] keeps nothing of a file whose sender goes away', async () => {
  const { spoolFolder } = system.deps.storage
  const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n'
  for (const [type, start] of [
    ['image/png', ''],
    ['multipart/form-data; boundary=b', form],
  ] as const) {
    const socket = await beginUpload(telegram.token, type)
    socket.write(Buffer.concat([Buffer.from(start), Buffer.alloc(200_000, PNG)]))
    await expect.poll(() => readdirSync(spoolFolder), { message: type }).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => readdirSync(spoolFolder), { message: type }).toEqual([])
  }
})

it('[D-61] fetches a file by URL, through the egress guard', async () => {
  const shop = await startReceiver((received, response) => {
    if (received.path === '/gone') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(PNG)
  })
  const fetched = await telegram.call('POST', '/files/upload_by_url', { url: `${shop.url}/a.png` })
  expect(fetched.body).toMatchObject({ type: 'image', mime_type: 'image/png', source_url: `${shop.url}/a.png` })
  expect(errors(await telegram.call('POST', '/files/upload_by_url', { url: `${shop.url}/gone` }))[0]).toContain('404')
  const inside = await telegram.call('POST', '/files/upload_by_url', { url: 'http://169.254.169.254/latest' })
  expect(inside.status).toBe(400)
  expect(errors(inside)[0]).toContain('cannot be called')
  await shop.close()
})

it('[D-61][D-70] lets a user send a file to the customer', async () => {
  const listener = await startListener()
  const transport = await connectTransport(system.fern, 'files-1', listener.url)
  const channel = await transport.channel()
  await transport.message(channel, 'f-1', { customer: { external_id: 'f', nickname: 'Filer', first_name: '' } })
  const bruno = await system.fern.signIn('bruno')
  const { id } = (await bruno.send('POST', '/workspace/files', { body: PNG })).body as { id: string }
  const { chats } = (await bruno.get('/workspace/chats')).body as { chats: { id: number; name: string }[] }
  const chatId = chats.find(({ name }) => name === 'Filer')?.id
  await system.work()
  const sent = await bruno.postJson(`/workspace/chats/${chatId}/messages`, { items: [{ id, caption: 'a fern' }] })
  expect(sent.status).toBe(200)
  const [delivery] = await listener.waitFor(1)
  expect(delivery).toMatchObject({
    type: 'message_sent',
    data: { type: 'image', content: null, items: [{ id, caption: 'a fern', size: PNG.length, width: 1, height: 1 }] },
  })
  const unknown = { items: [{ id: crypto.randomUUID() }] }
  expect((await bruno.postJson(`/workspace/chats/${chatId}/messages`, unknown)).status).toBe(400)
  const { path } = (await bruno.get(`/workspace/files/${id}`)).body as { path: string }
  expect((await bruno.get(path)).status).toBe(200)
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(`/workspace/files/${id}`)).status).toBe(400)
  await listener.close()
})

it('[D-81] refuses a message with a file of another module; its own and those of users are accepted', async () => {
  const own = await connectTransport(system.fern, 'files-own', 'http://127.0.0.1:9/hook')
  const channel = await own.channel()
  const send = (external_id: string, id: string, path = '/messages') =>
    own.call('POST', path, {
      ...(path === '/messages' ? { channel } : { channel_id: channel }),
      customer: { external_id: 'owner', nickname: 'Owner', first_name: '' },
      message: { type: 'image', external_id, items: [{ id }] },
    })
  const uploadAs = async (token: string) => {
    const reply = await upload(PNG, 'application/json', system.fern.stranger.with({ 'x-transport-token': token }))
    return (reply.body as { id: string }).id
  }
  const foreign = await uploadAs(telegram.token)
  for (const [index, id] of [foreign, crypto.randomUUID()].entries())
    for (const path of ['/messages', '/messages/history']) {
      const refused = await send(`refused-${index}-${path}`, id, path)
      expect([refused.status, errors(refused)]).toEqual([400, ['File not found']])
    }
  const bruno = await system.fern.signIn('bruno')
  const { id: ofUser } = (await bruno.send('POST', '/workspace/files', { body: PNG })).body as { id: string }
  expect((await send('own', await uploadAs(own.token))).status).toBe(200)
  expect((await send('of a user', ofUser)).status).toBe(200)
})
