// The egress guard on real sockets. Tests that need their own DNS server and network are in faults/ssrf.
import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readRules } from '../../src/lib/http-out/address-guard.ts'
import { createEgress, type Egress } from '../../src/lib/http-out/egress.ts'

let receiver: Receiver
let egress: Egress
beforeAll(async () => {
  receiver = await startReceiver()
  egress = createEgress(readRules('127.0.0.1', '*'))
})
afterAll(async () => {
  await egress.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer((_received, response) => json(response, 200, { success: true }))
})

/** A slow machine is no failure: tests about time set their own. */
const get = (url: string, more: object = {}) => egress.request({ method: 'GET', url, totalMs: 60_000, ...more })

/** A raw TCP server, for hostile responses. */
const listen = (serve: (socket: Socket) => void): Promise<{ url: string; server: Server }> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      serve(socket)
    })
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, server }),
    )
  })

it('returns status, headers and body, and requests no compression', async () => {
  receiver.answer((_received, response) => json(response, 418, { tea: true }))
  expect(await get(`${receiver.url}/pot?x=1`)).toMatchObject({
    ok: true,
    status: 418,
    body: '{"tea":true}',
    truncated: false,
    headers: { 'content-type': 'application/json' },
  })
  expect(receiver.received[0]?.headers['accept-encoding']).toBe('identity')
})

it('rejects an internal address and a name that resolves to one, without a connection', async () => {
  const strict = createEgress(readRules('', '*'))
  const probe = (url: string) => strict.request({ method: 'GET', url, totalMs: 60_000 })
  expect(await probe(receiver.url)).toMatchObject({ ok: false, kind: 'refused' })
  expect(await probe(`http://localhost:${receiver.port}/`)).toMatchObject({
    ok: false,
    kind: 'refused',
    reason: expect.stringContaining('loopback'),
  })
  expect(receiver.received).toEqual([])
  await strict.close()
})

it('does not reuse a socket of another instance: each one has its own agents', async () => {
  await get(`http://localhost:${receiver.port}/open`)
  const strict = createEgress(readRules('', '*'))
  expect(
    await strict.request({ method: 'GET', url: `http://localhost:${receiver.port}/strict`, totalMs: 60_000 }),
  ).toMatchObject({ ok: false, kind: 'refused' })
  expect(receiver.received.map(({ path }) => path)).toEqual(receiver.received.length ? ['/open'] : [])
  await strict.close()
})

it('follows no redirects by default, and checks each hop when it does', async () => {
  receiver.answer(({ path }, response) => {
    if (path === '/start') response.writeHead(302, { location: '/end' }).end()
    else if (path === '/inside') response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end()
    else if (path === '/loop') response.writeHead(301, { location: '/loop' }).end()
    else json(response, 200, { success: true })
  })
  expect(await get(`${receiver.url}/start`)).toMatchObject({ ok: true, status: 302 })
  expect(await get(`${receiver.url}/start`, { redirects: 3 })).toMatchObject({ ok: true, status: 200 })
  expect(await get(`${receiver.url}/inside`, { redirects: 3 })).toMatchObject({ ok: false, kind: 'refused' })
  receiver.received.length = 0
  expect(await get(`${receiver.url}/loop`, { redirects: 3 })).toMatchObject({ ok: true, status: 301 })
  expect(receiver.received).toHaveLength(4)
})

it('distinguishes requests that were never sent from those that may have arrived', async () => {
  expect(await get('http://127.0.0.1:9/')).toMatchObject({ ok: false, kind: 'unsent' })
  expect(await get('http://no-such-name.invalid/')).toMatchObject({ ok: false, kind: 'unsent' })
  const reset = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()))
  expect(await get(reset.url)).toMatchObject({ ok: false, kind: 'unknown' })
  const hang = await listen(() => undefined)
  expect(await get(hang.url, { totalMs: 3_000 })).toMatchObject({
    ok: false,
    kind: 'unknown',
    reason: 'no answer within 3 s',
  })
  const cut = await listen((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
  )
  expect(await get(cut.url)).toMatchObject({ ok: false, kind: 'unknown' })
  const garbage = await listen((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n')))
  expect(await get(garbage.url)).toMatchObject({ ok: false, kind: 'unknown' })
  for (const { server } of [reset, hang, cut, garbage]) server.close()
})

it('aborts responses that are too large, too slow, or endless, and reads no more of them', async () => {
  let poured = () => 0
  const endless = await listen((socket) => {
    poured = () => socket.bytesWritten
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const pour = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024, 'x')));
    }
    socket.on('drain', pour)
    pour()
  })
  const answer = await get(endless.url, { maxBytes: 20_000 })
  expect(answer).toMatchObject({ ok: true, truncated: true })
  expect(answer.ok && answer.body.length).toBe(20_000)
  const drip = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    setInterval(() => !socket.destroyed && socket.write('x'), 50).unref()
  })
  expect(await get(drip.url, { totalMs: 3_000 })).toMatchObject({ ok: false, kind: 'unknown' })
  const headers = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    setInterval(() => !socket.destroyed && socket.write(`x-${Math.random()}: ${'y'.repeat(1_000)}\r\n`), 1).unref()
  })
  expect(await get(headers.url)).toMatchObject({ ok: false })
  const body = gzipSync(Buffer.alloc(50 * 1024 * 1024))
  const bomb = await listen((socket) =>
    socket.once('data', () => {
      socket.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`),
          body,
        ]),
      )
    }),
  )
  const packed = await get(bomb.url)
  expect(packed.ok && packed.body.length).toBeLessThanOrEqual(64 * 1024)
  for (const { server } of [endless, drip, headers, bomb]) server.close()
  // What the buffers of two sockets hold; the time until here would have been enough for gigabytes.
  expect(poured()).toBeLessThan(32 * 1024 * 1024)
})

it('[D-49] opens the circuit after five failures in a row, and fails at once instead of waiting', async () => {
  receiver.answer((_received, response) => json(response, 500, {}))
  const call = () => get(receiver.url, { circuit: 'sick' })
  for (let n = 0; n < 5; n++) expect(await call()).toMatchObject({ ok: true, status: 500 })
  const rejected = await call()
  expect(rejected).toMatchObject({ ok: false, kind: 'resting', durationMs: 0 })
  expect(receiver.received).toHaveLength(5)
  expect(await get(receiver.url, { circuit: 'well' })).toMatchObject({ ok: true })
})

it('limits a module to ten concurrent requests; a hanging module does not affect others', async () => {
  let open = 0
  let most = 0
  const waiting: (() => void)[] = []
  receiver.answer((_received, response) => {
    most = Math.max(most, ++open)
    waiting.push(() => {
      open--
      json(response, 200, {})
    })
  })
  const calls = Array.from({ length: 30 }, () => get(receiver.url, { circuit: 'slow' }))
  await expect.poll(() => waiting.length).toBe(10)
  const finishing = setInterval(() => {
    for (const finish of waiting.splice(0)) finish()
  }, 20)
  expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true)
  clearInterval(finishing)
  expect(most).toBe(10)
})
