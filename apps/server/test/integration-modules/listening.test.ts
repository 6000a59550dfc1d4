// D-100: a module without a reachable address gets its requests over a connection that its author opens.
import { SCOPES } from '@patchbay/contract/base/scopes'
import { listenRemote, type RemoteOptions, tail, trigger } from '@patchbay/sdk/remote'
import { sign } from '@patchbay/sdk/signature'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import { json, type Receiver, type ResponseHandler, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { expireKey } from '../../src/platform/api-keys/store.ts'
import { moduleOf, order } from '../support/payment-cast.ts'
import { type System, startAnother, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

/** No name server knows it. */
const NOWHERE = 'http://module-at-home.invalid'

let system: System
let laptop: Receiver
let ada: HttpClient
const ended = new AbortController()
const secrets = new Map<string, string>()
const keys = new Map<string, string>()

const registerWithOwnKey = async (integrationModule: { code: string }): Promise<RemoteOptions> => {
  const { text } = await system.fern.newKey({ scopes: SCOPES })
  const api = createHttpClient(system.origin, { host: 'fern.test', 'x-api-key': text })
  const path = `/api/v5/integration-modules/${integrationModule.code}/edit`
  const reply = await api.post(path, { integrationModule })
  if (reply.status !== 201) throw new Error(reply.text)
  const { secret } = (reply.body as { info: { signature: { secret: string } } }).info.signature
  secrets.set(integrationModule.code, secret)
  keys.set(integrationModule.code, text)
  return { system: system.origin, key: text }
}

/** Resolves when the system has the listener. */
const listen = async (remote: RemoteOptions, to: string): Promise<{ end: Promise<string> }> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const end = listenRemote({ ...remote, to, onListening: resolve, signal: ended.signal })
  end.catch(reject)
  await promise
  return { end }
}

let pbx: RemoteOptions
let bank: RemoteOptions
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  laptop = await startReceiver()
  ada = await system.fern.signIn('ada')
  const additionalCodes = [{ userId: system.fern.userIds.ada, code: '100' }]
  const telephony = { makeCallUrl: `${NOWHERE}/call`, allowEdit: true, additionalCodes }
  pbx = await registerWithOwnKey({ code: 'pbx', clientId: 'client-pbx', integrations: { telephony } } as {
    code: string
  })
  bank = await registerWithOwnKey(moduleOf('bank', NOWHERE))
})
afterAll(async () => {
  ended.abort()
  await laptop.close()
  await system.close()
})

const press = () => ada.postJson('/workspace/calls', { pressId: crypto.randomUUID(), phone: '+12025550404' })

it('[D-100] without a listener a request goes the ordinary way', async () => {
  expect((await press()).status).toBe(502)
})

it('[D-100][D-09] a signed make-call and a payment create reach the module, and the workspace sees the result', async () => {
  await listen(pbx, laptop.url)
  await listen(bank, laptop.url)
  laptop.answer(({ path }, response) =>
    path === '/call'
      ? json(response, 200, {})
      : json(response, 200, { success: true, result: { paymentId: 'p1', invoiceUrl: 'https://pay.test/p1' } }),
  )
  expect((await press()).status).toBe(200)
  const call = laptop.received.at(-1)
  expect(call).toMatchObject({ method: 'GET', path: '/call' })
  const at = new Date(Number(call?.headers['webhook-timestamp']) * 1000)
  const id = String(call?.headers['webhook-id'])
  expect(call?.headers).toMatchObject(sign([secrets.get('pbx') ?? ''], id, at, call?.search ?? ''))

  const { paymentId } = await order(system.fern, 'bank-main')
  const issued = await ada.postJson(`/workspace/payments/${paymentId}/invoice`, {})
  expect(issued.status, issued.text).toBeLessThan(300)
  expect(issued.text).toContain('https://pay.test/p1')
  const created = laptop.received.at(-1)
  expect(created).toMatchObject({ method: 'POST', path: '/pay/create' })
  expect(created?.form.get('clientId')).toBe('client-of-bank')
})

it('[D-100] from another process too, and a module that answers nothing readable gets the usual verdict', async () => {
  laptop.answer((_received, response) => {
    response.writeHead(201, { 'content-type': 'text/html' }).end('<p>')
  })
  const other = await startAnother(system)
  const client = createHttpClient(other.origin, { host: 'fern.test', cookie: await system.fern.cookie('ada') })
  const said = await client.postJson('/workspace/calls', { pressId: crypto.randomUUID(), phone: '+12025550404' })
  expect(said.body).toMatchObject({ errorMsg: 'The call could not be started: the exchange answered 201' })
  await other.close()
})

it('[D-100] trigger makes the system call the module, and tail shows the verdict', async () => {
  laptop.answer((_received, response) => json(response, 400, { errorMsg: 'There is no phone 100' }))
  expect(await trigger(pbx, 'call.make')).toBe('NOT OK: refused (There is no phone 100)')
  const following = tail({ ...pbx, signal: ended.signal })
  for await (const one of following) {
    if (one.result.code !== 'refused') continue
    expect(one).toMatchObject({ direction: 'out', ok: false, status: 400 })
    break
  }
  laptop.answer((_received, response) =>
    json(response, 200, { success: true, result: { paymentId: 'p7', invoiceUrl: 'https://pay.test/p7' } }),
  )
  expect(await trigger(bank, 'payment.create', { type: 'bank-main', site: 'fern-online' })).toContain(
    'https://pay.test/p7',
  )
})

it('[D-100] a wrong key, a key of another module and a key of none are refused', async () => {
  const refused = (remote: RemoteOptions) => listenRemote({ ...remote, to: laptop.url })
  await expect(refused({ ...pbx, key: 'pb_wrong' })).rejects.toThrow('Wrong "apiKey" value.')
  await expect(refused({ ...pbx, module: 'bank' })).rejects.toThrow('Access denied.')
  const { text } = await system.fern.newKey({ scopes: SCOPES })
  await expect(refused({ ...pbx, key: text })).rejects.toThrow('acts for several modules, or for none')
})

it('[D-100] an answer counts only from the module that was asked', async () => {
  const headers = { 'x-api-key': pbx.key }
  const stream = await fetch(`${system.origin}/api/v5/module/listen`, { headers, signal: ended.signal })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (found: RegExp): Promise<string> => {
    while (!found.test(text)) text += (await reader?.read())?.value ?? ''
    return found.exec(text)?.[1] ?? ''
  }
  await until(/event: listening/)
  const pressed = press()
  const id = await until(/"id":"([^"]+)"/)
  const answer = (module: string, status: number) =>
    createHttpClient(system.origin, { host: 'fern.test', 'x-api-key': keys.get(module) ?? '' }).postJson(
      '/api/v5/module/answer',
      { answer: { id, status, body: '{}' } },
    )
  await answer('bank', 500)
  await answer('pbx', 200)
  expect((await pressed).status).toBe(200)
})

it('[D-69][D-100] webhooks of a transport come to its listener', async () => {
  await system.work()
  const transport = await connectTransport(system.fern, 'telegram-1', NOWHERE)
  const remote = { system: system.origin, key: system.fern.apiKey, module: 'telegram-1' }
  await listen(remote, laptop.url)
  laptop.answer((_received, response) => json(response, 200, {}))
  const message = await transport.message(await transport.channel(), 'heard')
  const reaction = await ada.send('PUT', `/workspace/messages/${message}/reactions`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reaction: '👍' }),
  })
  expect(reaction.status, reaction.text).toBe(200)
  await expect
    .poll(() => laptop.received.some(({ body }) => body.includes('reaction_add')), { timeout: 120_000 })
    .toBe(true)
})

const RECORDING = Buffer.concat([
  Buffer.from('RIFF\x24\x08\0\0WAVEfmt '),
  Buffer.from(Array.from({ length: 1_200_000 }, (_, n) => n % 251)),
])

const whole: ResponseHandler = (_received, response) => {
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(RECORDING)
}
const inRanges: ResponseHandler = (received, response) => {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(received.headers.range ?? '') ?? []
  const end = Math.min(Number(to), RECORDING.length - 1)
  const headers = { 'content-type': 'audio/wav', 'content-range': `bytes ${from}-${end}/${RECORDING.length}` }
  response.writeHead(206, headers).end(RECORDING.subarray(Number(from), end + 1))
}

it.each<[string, ResponseHandler]>([
  ['serves ranges', inRanges],
  ['knows no ranges', whole],
])('[D-103][D-34] plays a recording of a module without an address, which %s', async (name, answering) => {
  const api = createHttpClient(system.origin, { host: 'fern.test', 'x-api-key': pbx.key })
  const recordUrl = `${NOWHERE}/recordings/1`
  const call = { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550500', code: '100', result: 'answered' }
  const calls = [{ ...call, externalId: `rec ${name}`, recordUrl }]
  expect((await api.post('/api/v5/telephony/calls/upload', { calls, clientId: 'client-pbx' })).status).toBe(200)
  const listed = (await ada.get('/workspace/calls')).body as { calls: { id: number }[] }
  const url = `${system.origin}/workspace/calls/${Math.max(...listed.calls.map(({ id }) => id))}/recording`
  const headers = { host: 'fern.test', cookie: await system.fern.cookie('ada') }
  await listen(pbx, laptop.url)
  laptop.answer(answering)
  const count = laptop.received.length
  const played = await fetch(url, { headers })
  expect([played.status, played.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  expect(Buffer.from(await played.arrayBuffer()).equals(RECORDING)).toBe(true)
  const ranges = laptop.received.slice(count).map((received) => received.headers.range)
  expect(ranges).toEqual(['bytes=0-524287', 'bytes=524288-1048575', `bytes=1048576-${RECORDING.length - 1}`])
  for (const { headers: sent, search } of laptop.received.slice(count)) {
    const at = new Date(Number(sent['webhook-timestamp']) * 1000)
    expect(sent).toMatchObject(sign([secrets.get('pbx') ?? ''], String(sent['webhook-id']), at, search))
  }
  const part = await fetch(url, { headers: { ...headers, range: 'bytes=600000-1199999' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 600000-1199999/${RECORDING.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(RECORDING.subarray(600_000, 1_200_000))).toBe(true)
})

it('[D-103] a recording at another address than the module is fetched from there', async () => {
  const store = await startReceiver(whole)
  const api = createHttpClient(system.origin, { host: 'fern.test', 'x-api-key': pbx.key })
  const call = { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550500', code: '100', result: 'answered' }
  const calls = [{ ...call, externalId: 'elsewhere', recordUrl: `${store.url}/1` }]
  await api.post('/api/v5/telephony/calls/upload', { calls, clientId: 'client-pbx' })
  const listed = (await ada.get('/workspace/calls')).body as { calls: { id: number }[] }
  const count = laptop.received.length
  const played = await ada.get(`/workspace/calls/${Math.max(...listed.calls.map(({ id }) => id))}/recording`)
  expect(played.status).toBe(200)
  expect([store.received.length, laptop.received.length]).toEqual([1, count])
  await store.close()
})

const expire = (keyId: string) => inAccount(system.deps.db, system.fern.accountId, (trx) => expireKey(trx, keyId, 0))
const revoke = (keyId: string) => ada.send('DELETE', `/workspace/api-keys/${keyId}`)

it.each([
  { how: 'revoked', endKey: revoke },
  { how: 'expired', endKey: expire },
])(
  '[D-164] the stream of a key that was $how ends, and requests go to the module’s own address',
  async ({ how, endKey }) => {
    const result = { paymentId: how, invoiceUrl: `https://pay.test/${how}` }
    const start = () => startReceiver((_received, response) => json(response, 200, { success: true, result }))
    const [home, thief] = [await start(), await start()]
    const { id, text } = await system.fern.newKey({ scopes: SCOPES })
    const api = createHttpClient(system.origin, { host: 'fern.test', 'x-api-key': text })
    const integrationModule = moduleOf(`till-${how}`, home.url)
    const path = `/api/v5/integration-modules/${integrationModule.code}/edit`
    expect((await api.post(path, { integrationModule })).status).toBe(201)
    const issue = async () => {
      const { paymentId } = await order(system.fern, `till-${how}-main`)
      const issued = await ada.postJson(`/workspace/payments/${paymentId}/invoice`, {})
      expect(issued.status, issued.text).toBeLessThan(300)
      return [home.received.length, thief.received.length]
    }
    const listener = await listen({ system: system.origin, key: text }, thief.url)
    expect(await issue()).toEqual([0, 1])
    await endKey(id)
    // This process knows at once that it was revoked; that one has expired is known a second later at most.
    if (how === 'revoked') expect(await issue()).toEqual([1, 1])
    expect(await listener.end).toBe('ended')
    const atHome = home.received.length
    expect(await issue()).toEqual([atHome + 1, 1])
    await Promise.all([home.close(), thief.close()])
  },
)

it('[D-100] the newest listener of a module gets its requests', async () => {
  const second = await startReceiver((_received, response) => json(response, 200, {}))
  const count = laptop.received.length
  await listen(pbx, second.url)
  expect((await press()).status).toBe(200)
  expect(second.received.length).toBe(1)
  expect(laptop.received.length).toBe(count)
  await second.close()
})
