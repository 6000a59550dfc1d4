// B4: requests that are too large, and pairs of which the proxy in front and the server could see different borders: what the proxy
// refuses must not reach the server inside another request, and nobody gets the answer to another's.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpClient } from '@patchbay/testkit/http-client'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

const HOST = 'fern.test'
const FORBIDDEN = '/api/v5/reference/sites/smuggled'

type Front = { name: string; port: number; child: ChildProcess }

let system: System
let folder: string
let fronts: Front[] = []

const haproxy = (port: number, server: string): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 3s
  timeout server 60s
frontend front
  bind 127.0.0.1:${port}
  http-request deny if { path -m sub smuggled }
  default_backend servers
backend servers
  http-reuse always
  server one ${server}
`

const nginx = (port: number, server: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_header_timeout 3s;
  client_body_timeout 3s;
  keepalive_timeout 3s;
  upstream servers { server ${server}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location ~ smuggled { return 403; }
    location / {
      proxy_pass http://servers;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }
  }
}
`

const startFront = async (name: string, program: string, render: typeof nginx): Promise<Front> => {
  const port = await freePort()
  const file = join(folder, `${name}.conf`)
  await writeFile(file, render(port, new URL(system.origin).host))
  const child = spawn(program, name === 'nginx' ? ['-c', file, '-p', folder] : ['-db', '-f', file], { stdio: 'ignore' })
  const front = { name, port, child }
  await waitUntil(`${name} answers`, async () => (await infoThrough(front).catch(() => undefined)) === 200)
  return front
}

const clientOf = ({ port }: Front) => createHttpClient(`http://127.0.0.1:${port}`, { host: HOST })
const infoThrough = async (front: Front) => {
  const reply = await clientOf(front).get('/api/system-info')
  return reply.status === 200 && 'systemVersion' in (reply.body as object) ? 200 : reply.text
}

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  folder = await mkdtemp(join(tmpdir(), 'patchbay-hostile-'))
  await mkdir(join(folder, 'logs'))
  fronts = [
    await startFront('haproxy', '/usr/sbin/haproxy', haproxy),
    await startFront('nginx', '/usr/sbin/nginx', nginx),
  ]
})
afterAll(async () => {
  for (const { child } of fronts) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  await system.close()
  await rm(folder, { recursive: true })
})

const editOf = (n: number | string) => {
  const body = `apiKey=${system.fern.apiKey}&site=${encodeURIComponent(JSON.stringify({ name: 'Smuggled' }))}`
  return [
    `POST ${FORBIDDEN}-${n}/edit HTTP/1.1`,
    `Host: ${HOST}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

const shops = async (): Promise<string[]> =>
  Object.keys(((await system.fern.api.get('/api/v5/reference/sites')).body as { sites: object }).sites)

/** Sends the bytes; resolves at the first bytes of the answer, or when the other side hangs up without one. */
const send = (port: number, bytes: string) =>
  new Promise<{ answer: string; end: () => void }>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    const end = () => void socket.destroy()
    socket.on('data', (chunk) => resolve({ answer: chunk.toString('latin1'), end }))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ answer: '', end }))
  })

const start = (headers: readonly string[], method = 'POST', version = '1.1'): string =>
  `${[`${method} /api/system-info HTTP/${version}`, `Host: ${HOST}`, ...headers].join('\r\n')}\r\n\r\n`

/** Ways to write the header so that one reader sees it and another does not. */
const CHUNKED = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding:\x0bchunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: Chunked\r\nTransfer-Encoding: cow',
  'X: x\nTransfer-Encoding: chunked',
  'X: x\rTransfer-Encoding: chunked',
  'X: x\r\n Transfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding\0: chunked',
]

const attacks = (inner: string): string[] => {
  const ended = `0\r\n\r\n${inner}`
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`
  const lengths = (...values: string[]) => values.map((value) => `Content-Length: ${value}`)
  return [
    ...CHUNKED.flatMap((header) => [
      // The length covers all; the chunks end before the inner request.
      start([...lengths(String(ended.length)), header]) + ended,
      // The chunk covers all; the length ends before the inner request.
      start([...lengths(String(chunk.indexOf('\r\n') + 2)), header]) + chunk,
    ]),
    start(lengths('0', String(inner.length))) + inner,
    start(lengths(String(inner.length), '0')) + inner,
    start(lengths(`0, ${inner.length}`)) + inner,
    start(lengths(`+${inner.length}`)) + inner,
    start(lengths(`0x${inner.length.toString(16)}`)) + inner,
    start(lengths(`${inner.length}e0`)) + inner,
    start(lengths(`-${inner.length}`)) + inner,
    start(lengths(String(inner.length)), 'GET') + inner,
    start(lengths(String(inner.length)), 'HEAD') + inner,
    start([...lengths(String(inner.length)), 'Expect: 100-continue']) + inner,
    start([...lengths(String(inner.length)), 'Connection: Content-Length']) + inner,
    start([...lengths(String(inner.length)), 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'], 'GET') + inner,
    start(['Transfer-Encoding: chunked', 'Connection: keep-alive'], 'POST', '1.0') + ended,
    `${start(['Transfer-Encoding: chunked'])}0;x=\n\r\n${inner}\r\n0\r\n\r\n`,
    `${start(['Transfer-Encoding: chunked'])}${inner.length.toString(16)}\n${inner}\n0\n\n`,
    `${start(['Transfer-Encoding: chunked'])}1${'0'.repeat(16)}\r\n${inner}\r\n0\r\n\r\n`,
    `${start(['Transfer-Encoding: chunked'])}-1\r\n\r\n${inner}`,
  ]
}

it('executes nothing that the proxy in front refuses, and gives nobody the answer to another request', async () => {
  // The proxies do refuse it, and the server alone does not.
  for (const { port } of fronts) {
    const { answer, end } = await send(port, editOf('refused'))
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
    end()
  }
  const direct = await send(Number(new URL(system.origin).port), editOf('direct'))
  expect(direct.answer).toMatch(/^HTTP\/1\.1 200 /)
  direct.end()

  let sent = 0
  for (const front of fronts) {
    for (const bytes of attacks(editOf(`${front.name}-${sent}`))) {
      sent++
      const { end } = await send(front.port, bytes)
      // The next ones go over the connection that the attack used.
      expect([bytes, await infoThrough(front)]).toEqual([bytes, 200])
      expect([bytes, await infoThrough(front)]).toEqual([bytes, 200])
      end()
    }
  }
  expect(sent).toBe(2 * attacks('').length)
  expect((await shops()).filter((code) => code.startsWith('smuggled'))).toEqual(['smuggled-direct'])
})

it('refuses what is too large with a 4xx, and keeps serving', async () => {
  const port = Number(new URL(system.origin).port)
  const large: [string, string][] = [
    ['a header', start([`X-Large: ${'x'.repeat(100_000)}`], 'GET')],
    [
      'ten thousand headers',
      start(
        Array.from({ length: 10_000 }, (_, n) => `X-${n}: y`),
        'GET',
      ),
    ],
    ['a path', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
    ['a promised body', start(['Content-Type: application/json', `Content-Length: ${10 ** 12}`])],
  ]
  for (const [what, bytes] of large) {
    const { answer, end } = await send(port, bytes)
    expect([what, answer.slice(0, 12)]).toEqual([what, expect.stringMatching(/^HTTP\/1\.1 4\d\d$/)])
    end()
  }
  const fields = new URLSearchParams(Array.from({ length: 100_000 }, (_, n) => [`site[f${n}]`, 'x']))
  const bodies: [string, string][] = [
    ['fields', fields.toString()],
    ['depth', `site${'[a]'.repeat(5_000)}=x`],
    ['a value', `site=${'x'.repeat(60 * 1024 * 1024)}`],
  ]
  for (const [what, body] of bodies) {
    const head = [
      'POST /api/v5/reference/sites/large/edit HTTP/1.1',
      `Host: ${HOST}`,
      `X-Api-Key: ${system.fern.apiKey}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
    ].join('\r\n')
    const { answer, end } = await send(port, `${head}\r\n\r\n${body}`)
    // The server may hang up before it has read all.
    expect([what, answer.slice(0, 12)]).toEqual([what, expect.stringMatching(/^$|^HTTP\/1\.1 4\d\d$/)])
    end()
  }
  expect(await shops()).not.toContain('large')
  expect((await system.fern.stranger.get('/api/system-info')).status).toBe(200)
})
