import type { ServerResponse } from 'node:http'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type ReceivedRequest, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let store: Receiver
let admin: HttpClient
let bruno: HttpClient
let chiara: HttpClient
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  store = await startReceiver()
  admin = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  chiara = await system.fern.signIn('chiara')
})
afterAll(async () => {
  await system.close()
  await exchange.close()
  await store.close()
})

const WAV = Buffer.concat([
  Buffer.from('RIFF\x24\x08\0\0WAVEfmt '),
  Buffer.from(Array.from({ length: 5_000 }, (_, n) => n % 251)),
])
const audio =
  (bytes: Buffer, type = 'audio/x-wav', more: Record<string, string> = {}) =>
  (_received: ReceivedRequest, response: ServerResponse) => {
    const headers = { 'content-type': type, 'content-length': bytes.length, ...more }
    response.writeHead(200, headers).end(bytes)
  }
const ranged = (bytes: Buffer) => (received: ReceivedRequest, response: ServerResponse) => {
  const [, from, to] = /bytes=(\d+)-(\d*)/.exec(received.headers.range ?? '') ?? []
  if (from === undefined) return audio(bytes)(received, response)
  const end = to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1
  const part = bytes.subarray(Number(from), end + 1)
  const headers = {
    'content-type': 'audio/wav',
    'content-range': `bytes ${from}-${end}/${bytes.length}`,
    'content-length': part.length,
  }
  response.writeHead(206, headers).end(part)
}

let count = 0
let callId = 0
beforeEach(async () => {
  const externalId = `rec-${++count}`
  const recordUrl = `${exchange.module.url}/r/${externalId}?x=1`
  await exchange.upload([
    {
      date: '2026-02-03 10:00:00',
      type: 'in',
      phone: '+12025550500',
      code: '101',
      result: 'answered',
      externalId,
      recordUrl,
    },
  ])
  const { calls } = (await admin.get('/workspace/calls')).body as { calls: { id: number }[] }
  callId = Math.max(...calls.map(({ id }) => id))
  exchange.module.received.length = 0
})

const listen = (wire: HttpClient, range?: string) =>
  wire.send('GET', `/workspace/calls/${callId}/recording`, range === undefined ? {} : { headers: { range } })

it('[T-19][D-34] requests the recording with clientId, and serves it with our own content type and headers', async () => {
  exchange.module.answer(
    audio(WAV, 'audio/x-wav', {
      'set-cookie': 'a=b',
      'content-disposition': 'inline; filename="a.html"',
      'x-evil': '1',
    }),
  )
  const reply = await listen(bruno)
  expect(reply.status).toBe(200)
  expect(Buffer.byteLength(reply.text)).toBeGreaterThan(5_000)
  expect(reply.headers).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': String(WAV.length),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'attachment; filename="recording"',
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect(reply.headers['x-evil']).toBeUndefined()
  const [asked] = exchange.module.received
  expect(asked?.method).toBe('GET')
  expect(asked?.search).toBe('x=1&clientId=client-pbx')
  expect(asked?.headers['webhook-signature']).toMatch(/^v1,/)
})

it('[D-34] lets a player seek: forwards Range, and slices the recording where the exchange cannot', async () => {
  for (const answering of [ranged(WAV), audio(WAV)]) {
    exchange.module.answer(answering)
    const part = await listen(bruno, 'bytes=100-199')
    expect(part.status).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': `bytes 100-199/${WAV.length}`,
      'content-length': '100',
      'content-type': 'audio/wav',
    })
    const rest = await listen(bruno, `bytes=${WAV.length - 10}-`)
    expect(rest.headers['content-range']).toBe(`bytes ${WAV.length - 10}-${WAV.length - 1}/${WAV.length}`)
    expect((await listen(bruno, 'bytes=0-9')).headers['content-length']).toBe('10')
  }
  expect((await listen(bruno, 'bytes=-20')).headers['content-range']).toBe(
    `bytes ${WAV.length - 20}-${WAV.length - 1}/${WAV.length}`,
  )
  expect((await listen(bruno, `bytes=${WAV.length}-`)).status).toBe(416)
  for (const nonsense of ['bytes=5-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) {
    expect((await listen(bruno, nonsense)).status).toBe(200)
  }
})

it('[D-34] sends exactly the bytes of the requested range', async () => {
  exchange.module.answer(audio(WAV))
  const part = await bruno.send('GET', `/workspace/calls/${callId}/recording`, { headers: { range: 'bytes=50-149' } })
  expect(part.text).toBe(WAV.subarray(50, 150).toString('utf8'))
})

it('[D-34] follows redirects, without our signature where they lead to another origin', async () => {
  store.received.length = 0
  store.answer(audio(WAV, 'audio/wav'))
  exchange.module.answer(
    (_received, response) => void response.writeHead(302, { location: `${store.url}/file.wav` }).end(),
  )
  expect((await listen(bruno)).status).toBe(200)
  expect(store.received[0]?.headers['webhook-signature']).toBeUndefined()
  exchange.module.answer(
    (_received, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  expect(await listen(bruno)).toMatchObject({ status: 502, body: { errorCode: 'module_unreachable' } })
  exchange.module.answer((_received, response) => void response.writeHead(302, { location: '/again' }).end())
  expect((await listen(bruno)).status).toBe(415)
})

it('[D-34] a recording at another host than the module’s is requested without clientId and signature', async () => {
  store.received.length = 0
  store.answer(ranged(WAV))
  const record = { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550500', code: '101', result: 'answered' }
  await exchange.upload([{ ...record, externalId: `elsewhere-${count}`, recordUrl: `${store.url}/file?x=1` }])
  const { calls } = (await admin.get('/workspace/calls')).body as { calls: { id: number }[] }
  callId = Math.max(...calls.map(({ id }) => id))
  expect((await listen(bruno, 'bytes=0-9')).status).toBe(206)
  expect(store.received.length).toBeGreaterThan(0)
  for (const { search, headers } of store.received) {
    expect(search).toBe('x=1')
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
  }
})

it('[T-19][D-34] serves only audio, by both its content type and its bytes', async () => {
  const html = Buffer.from('<html><script>alert(1)</script></html>'.padEnd(200))
  const lies: [Buffer, string][] = [
    [html, 'audio/mpeg'],
    [html, 'text/html'],
    [WAV, 'text/html'],
    [WAV, 'application/octet-stream'],
    [Buffer.from('GIF89a<script>alert(1)</script>'.padEnd(100)), 'audio/wav'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(100)), 'audio/svg+xml'],
    [Buffer.from('%PDF-1.7'.padEnd(100)), 'audio/mpeg'],
    [Buffer.alloc(0), 'audio/mpeg'],
    [Buffer.from('RIFF'), 'audio/wav'],
  ]
  for (const [bytes, type] of lies) {
    exchange.module.answer(audio(bytes, type))
    for (const range of [undefined, 'bytes=5-9']) {
      const reply = await listen(bruno, range)
      expect(reply.status, `${type} ${range}`).toBe(415)
      expect(reply.headers['content-type']).toContain('application/json')
    }
  }
  for (const status of [204, 404, 500]) {
    exchange.module.answer(
      (_received, response) => void response.writeHead(status, { 'content-type': 'audio/wav' }).end(),
    )
    expect((await listen(bruno)).status).toBe(415)
  }
  exchange.module.answer(audio(WAV, 'audio/wav', { 'content-length': String(5 * 1024 ** 3) }))
  expect((await listen(bruno)).status).toBe(415)
  for (const [start, type] of [
    ['ID3\x04', 'audio/mpeg'],
    ['OggS', 'audio/ogg'],
    ['fLaC', 'audio/flac'],
    ['\0\0\0\x20ftypM4A ', 'audio/mp4'],
    ['\xff\xfb\x90\0', 'audio/mpeg'],
    ['\xff\xf1\x50\x80', 'audio/aac'],
    ['\x1a\x45\xdf\xa3', 'audio/webm'],
  ] as const) {
    exchange.module.answer(audio(Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(200)]), 'audio/mpeg'))
    expect((await listen(bruno)).headers['content-type']).toBe(type)
  }
})

it('lets administrators and participants play it, and logs every playback', async () => {
  exchange.module.answer(audio(WAV))
  const records = async () =>
    (
      (await admin.get('/workspace/action-log', { recordType: 'Call recordings' })).body as {
        records: { actor: string; subject: string }[]
      }
    ).records.filter(({ subject }) => subject === `call ${callId}`)
  expect((await listen(chiara)).status).toBe(403)
  expect((await listen(await system.kettle.signIn('edith'))).status).toBe(404)
  expect((await listen(system.fern.stranger)).status).toBe(401)
  expect(await records()).toEqual([])
  await listen(bruno)
  await listen(bruno, 'bytes=5-')
  await listen(admin)
  expect((await records()).map(({ actor }) => actor)).toEqual(['ada@fern.test', 'bruno@fern.test', 'bruno@fern.test'])
  expect((await chiara.get(`/workspace/calls/${callId}`)).body).toMatchObject({ call: { recording: false } })
  expect((await bruno.get(`/workspace/calls/${callId}`)).body).toMatchObject({ call: { recording: true } })
  await exchange.upload([
    { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550501', result: 'answered', externalId: 'silent' },
  ])
  const { calls } = (await admin.get('/workspace/calls')).body as { calls: { id: number; phone: string }[] }
  const silent = calls.find(({ phone }) => phone === '+12025550501')
  expect((await admin.get(`/workspace/calls/${silent?.id}/recording`)).status).toBe(404)
})

it('[D-163] who becomes the customer’s manager, or links a call to an own customer, does not play it', async () => {
  exchange.module.answer(audio(WAV))
  const chiaraId = system.fern.userIds.chiara
  const attempts = async (customerId: number) => {
    expect((await chiara.postJson(`/workspace/calls/${callId}/customer`, { customerId })).status).toBe(200)
    const { call } = (await chiara.get(`/workspace/calls/${callId}`)).body as { call: object }
    return [call, (await listen(chiara)).status, (await listen(chiara, 'bytes=0-9')).status]
  }
  const mine = await exchange.customer('+12025550511', { managerId: chiaraId })
  expect(await attempts(mine)).toMatchObject([{ customerId: mine, recording: false }, 403, 403])
  const theirs = await exchange.customer('+12025550512', { managerId: system.fern.userIds.bruno })
  const customer = { managerId: chiaraId }
  expect((await chiara.postJson(`/workspace/customers/${theirs}`, { customer })).status).toBe(200)
  expect(await attempts(theirs)).toMatchObject([{ customerId: theirs, recording: false }, 403, 403])
  expect((await listen(bruno)).status).toBe(200)
})

it('[D-163] lets all play it at whom the call rang', async () => {
  exchange.module.answer(audio(WAV))
  const call = { phone: '+12025550513', type: 'in', callExternalId: 'rang-at-both' }
  await exchange.event({ ...call, codes: ['101', '102'] })
  await exchange.event({ ...call, type: 'hangup', codes: ['101'], hangupStatus: 'answered' })
  await exchange.upload([
    {
      ...{ date: '2026-02-03 10:00:00', type: 'in', phone: call.phone, code: '101', result: 'answered' },
      externalId: call.callExternalId,
      recordUrl: `${exchange.module.url}/r/rang`,
    },
  ])
  const { calls } = (await admin.get('/workspace/calls', { phone: call.phone })).body as { calls: { id: number }[] }
  callId = calls[0]?.id ?? expect.fail('no call')
  expect([(await listen(bruno)).status, (await listen(chiara)).status]).toEqual([200, 200])
})

it('[D-34] lets a team lead play all recordings, and a read-only user none but their own', async () => {
  exchange.module.answer(audio(WAV))
  const setRole = (role: string) => admin.postJson(`/workspace/users/${system.fern.userIds.chiara}`, { role })
  const statusAs = async (role: string) => {
    expect((await setRole(role)).status).toBe(200)
    return (await listen(chiara)).status
  }
  expect(await statusAs('read-only')).toBe(403)
  expect(await statusAs('team-lead')).toBe(200)
  expect(await statusAs('manager')).toBe(403)
})
