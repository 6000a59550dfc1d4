// The programs of docs/guides/without-the-sdk.md, run as they stand: PHP, Python and Go against the real server.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

const LANGUAGES = {
  php: { command: 'php', file: 'php' },
  python: { command: 'python3', file: 'py' },
  go: { command: 'go', file: 'go' },
} as const
type Language = keyof typeof LANGUAGES

const guide = readFileSync(new URL('../../../../docs/guides/without-the-sdk.md', import.meta.url), 'utf8')
/** The first program of a language sends, the second one receives. */
const programsOf = (language: Language): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code ?? '')

const isInstalled = (command: string): boolean => {
  try {
    execFileSync(command, [command === 'go' ? 'version' : '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let system: System
let front: Server
let folder: string
/** What arrived at the front: the first request to each path gets a 503, like a server that restarts. */
const arrived: { path: string; idempotencyKey: unknown; status: number }[] = []
const seen = new Set<string>()

const pass = (incoming: IncomingMessage, body: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { ...incoming.headers, host: 'fern.test' }
    const outgoing = forward(`${system.origin}${incoming.url}`, { method: 'POST', headers }, (response) => {
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject).end(body)
  })

beforeAll(async () => {
  system = await startSystem()
  await system.work()
  folder = mkdtempSync(join(tmpdir(), 'patchbay-wire-'))
  front = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const path = incoming.url ?? ''
    const once = `${path} ${incoming.headers['idempotency-key']}`
    const { status, text } = seen.has(once)
      ? await pass(incoming, Buffer.concat(chunks).toString())
      : { status: 503, text: '' }
    seen.add(once)
    arrived.push({ path, idempotencyKey: incoming.headers['idempotency-key'], status })
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 503 && { 'retry-after': '0' }) })
    response.end(text)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  front.close()
  await system.close()
  rmSync(folder, { recursive: true })
})

/** The command that runs a program; a Go program is compiled first. */
const prepare = (language: Language, name: string, code: string): string[] => {
  const { command, file } = LANGUAGES[language]
  const source = join(folder, `${name}.${file}`)
  writeFileSync(source, code)
  if (language !== 'go') return [command, source]
  const program = join(folder, name)
  execFileSync('go', ['build', '-o', program, source], { env: { ...process.env, GO111MODULE: 'off' } })
  return [program]
}

type Ended = { code: number | null; output: string }
const run = ([command = '', ...args]: string[], env: Record<string, string>) => {
  let output = ''
  const child: ChildProcess = spawn(command, args, { env: { ...process.env, ...env } })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output })))
  return { child, ended, output: () => output }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('connect', () => socket.end()).on('error', () => resolve(false))
  })

const environment = (port: number, apiKey: string) => ({
  SYSTEM_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
  API_KEY: apiKey,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  USER_ID: String(system.fern.userIds.bruno),
})

describe.each(Object.keys(LANGUAGES) as Language[])('%s', (language) => {
  const { command } = LANGUAGES[language]
  const missing = isInstalled(command) ? undefined : `${command} is not installed`

  it('registers, reports a call, repeats after 503, and makes a call that was signed by the system', async ({
    skip,
  }) => {
    if (missing) skip(missing)
    const [send = '', receive = ''] = programsOf(language)
    const port = await freePort()
    const sender = prepare(language, 'send', send)
    const { code, output } = await run(sender, environment(port, system.fern.apiKey)).ended
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^secret whsec_\S+\nreported\n$/) })
    const event = arrived.filter(({ path }) => path.endsWith('/call/event')).slice(-2)
    expect(event.map(({ status }) => status)).toEqual([503, 200])
    expect(event[0]?.idempotencyKey).toBe(event[1]?.idempotencyKey)

    const secret = /whsec_\S+/.exec(output)?.[0] ?? ''
    const receiver = prepare(language, 'receive', receive)
    const [program = '', source = ''] = receiver
    const started = language === 'php' ? [program, '-S', `127.0.0.1:${port}`, source] : receiver
    const module = run(started, { PORT: String(port), SECRET: secret })
    try {
      await waitUntil('the program listens', () => isOpen(port))
      const bruno = await system.fern.signIn('bruno')
      const pressed = await bruno.postJson('/workspace/calls', {
        pressId: crypto.randomUUID(),
        phone: '+12025550177',
      })
      expect(pressed.status, pressed.text).toBe(200)
      await waitUntil('the program makes the call', async () => module.output().includes('call +12025550177 from 101'))
      const url = `http://127.0.0.1:${port}/call?code=101&phone=%2B12025550178`
      const now = String(Math.floor(Date.now() / 1000))
      const forged = { 'webhook-id': 'x', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' }
      expect((await fetch(url, { headers: forged })).status).toBe(401)
      expect((await fetch(url)).status).toBe(401)
      expect(module.output()).not.toContain('+12025550178')
    } finally {
      module.child.kill()
      await module.ended
    }
    // The next one makes the calls of this extension.
    const integrationModule = { code: `${language}-exchange`, active: false }
    const off = await system.fern.api.post(`/api/v5/integration-modules/${language}-exchange/edit`, {
      integrationModule,
    })
    expect(off.status, off.text).toBe(201)
  })

  it('says what the system said about a wrong key', async ({ skip }) => {
    if (missing) skip(missing)
    const sender = prepare(language, 'send', programsOf(language)[0] ?? '')
    const { code, output } = await run(sender, environment(1, 'wrong')).ended
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^\/api\/v5\/integration-modules\/\w+-exchange\/edit: 403 Wrong "apiKey" value/)
  })
})
