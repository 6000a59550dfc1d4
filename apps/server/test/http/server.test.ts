// The server for outsiders and operators: hostile sockets, health, metrics, documents.
import { connect } from 'node:net'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import type { Reply } from '@patchbay/testkit/http-client'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { metrics, startTraces, traced } from '../../src/lib/process/telemetry.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

/**
 * Sends raw bytes, one piece a second, and says what came back and how many pieces were left when the server hung up.
 */
const raw = (pieces: string[], everyMs = 1_000): Promise<{ text: string; left: number }> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(system.origin)
    const socket = connect(Number(port), hostname)
    let text = ''
    const timer = setInterval(() => {
      const piece = pieces.shift()
      if (piece) socket.write(piece)
    }, everyMs)
    socket.write(pieces.shift() ?? '')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ text, left: pieces.length })
    })
  })

it('disconnects clients that send headers or bodies too slowly, and serves others meanwhile', {
  timeout: 120_000,
}, async () => {
  const slowHeaders = raw([
    'GET /api/system-info HTTP/1.1\r\nhost: fern.test\r\n',
    ...Array.from({ length: 60 }, (_, n) => `x-${n}: y\r\n`),
  ])
  const slowBody = raw([
    'POST /api/v5/integration-modules/a/edit HTTP/1.1\r\nhost: fern.test\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    ...Array(60).fill('x'),
  ])
  const good = await system.fern.stranger.get('/api/system-info')
  expect(good.status).toBe(200)
  const [headers, body] = await Promise.all([slowHeaders, slowBody])
  for (const { text, left } of [headers, body]) {
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(left).toBeGreaterThan(0)
  }
})

it('[E-01] answers malformed HTTP with a 4xx and keeps serving', async () => {
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/v5/x HTTP/1.1\r\nhost: fern.test\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ]) {
    const { text } = await raw([bytes])
    expect(text, bytes).toMatch(/^HTTP\/1\.1 4\d\d /)
  }
  expect((await system.fern.stranger.get('/api/system-info')).status).toBe(200)
})

it('[E-02] every endpoint rejects requests without credentials, and keys and sessions of another account', async () => {
  const ada = await system.fern.cookie('ada')
  const covered: string[] = []
  for (const endpoint of ENDPOINTS.filter(({ auth }) => auth.by !== 'nobody')) {
    const path = endpoint.path.replace(/\{\w+\}/g, '1')
    const body = endpoint.body ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}
    // Guessing is rate-limited (D-07): retry a moment later.
    const send = (headers: Record<string, string>): Promise<Reply> =>
      vi.waitFor(async () => {
        const reply = await system.kettle.stranger.with(headers).send(endpoint.method, path, body)
        return reply.headers['retry-after'] === undefined ? reply : expect.fail('slowed down')
      }, 20_000)
    const stranger = await send({})
    const foreign = await send({ 'x-api-key': system.fern.apiKey, 'x-transport-token': 'x', cookie: ada })
    expect(stranger.status, endpoint.id).toBe(endpoint.auth.by === 'api-key' ? 400 : 401)
    expect(foreign.status, endpoint.id).toBe(endpoint.auth.by === 'api-key' ? 403 : 401)
    covered.push(endpoint.id)
  }
  expect(covered).toHaveLength(ENDPOINTS.filter(({ auth }) => auth.by !== 'nobody').length)
})

it('reports liveness, readiness and the state of Redis, and counts its requests', async () => {
  const { stranger } = system.fern
  expect((await stranger.get('/healthz')).body).toEqual({ ok: true })
  expect((await stranger.get('/readyz')).body).toEqual({ ok: true, redis: 'ready' })
  const text = await metrics.metrics()
  expect(text).toMatch(/patchbay_http_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/)
  expect(text).not.toContain('apiKey')
})

it('sends traces to an OpenTelemetry collector, when one is configured', async () => {
  const collector: Receiver = await startReceiver((_received, response) => json(response, 200, {}))
  const stop = startTraces(collector.url, 'test')
  await traced('a piece of work', { size: 3 }, async () => undefined)
  await system.fern.stranger.get('/api/system-info')
  await stop()
  expect(collector.received.some(({ path, body }) => path === '/v1/traces' && body.includes('a piece of work'))).toBe(
    true,
  )
  expect(collector.received.some(({ body }) => body.includes('GET /api/system-info'))).toBe(true)
  await collector.close()
})

it('serves the OpenAPI document and a page to read it on', async () => {
  const { stranger } = system.fern
  const document = (await stranger.get('/docs/openapi.json')).body as {
    openapi: string
    paths: Record<string, unknown>
    servers: object[]
  }
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'http://fern.test' }])
  expect((await system.kettle.stranger.get('/docs/openapi.json')).body).toMatchObject({
    servers: [{ url: 'http://kettle.test' }],
  })
  expect(Object.keys(document.paths)).toContain('/api/v5/integration-modules/{code}/edit')
  expect(Object.keys(document.paths).some((path) => path.startsWith('/workspace'))).toBe(false)
  const page = await stranger.get('/docs/')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
})
