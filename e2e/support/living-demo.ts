// The living demo as `npm run dev` starts it, beside anything else that runs on this machine: ports, a database and a
// folder of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dropDatabase } from '@patchbay/testkit/database'
import { PASSWORD } from '@patchbay/testkit/fixtures'
import type { BrowserContext } from 'playwright-core'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export type LivingDemo = {
  /** Fern & Field, and Copper Kettle. */
  addresses: readonly [string, string]
  /** What it has printed. */
  output: () => string
  stop: () => Promise<void>
}

export type LivingDemoOptions = {
  /** A checkout; this one by default. */
  folder?: string
  env?: Record<string, string>
  onLine?: (line: string) => void
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

/** The demo takes thirty ports from its first one on, and the server one. */
const PORTS = 40

/** Below the ports that the kernel gives to outgoing connections, which come and go. */
const portRange = async (): Promise<number> => {
  for (;;) {
    const first = 20_000 + PORTS * Math.floor(Math.random() * 300)
    const free = await Promise.all(Array.from({ length: PORTS }, (_, place) => isFree(first + place)))
    if (free.every(Boolean)) return first
  }
}

const ended = (child: ChildProcess): Promise<unknown> => new Promise((done) => child.once('exit', done))

export const startLivingDemo = async (options: LivingDemoOptions = {}): Promise<LivingDemo> => {
  const { folder = ROOT, env = {}, onLine = () => undefined } = options
  const [demoPort, database] = [await portRange(), `patchbay_demo_${process.pid}_${Date.now()}`]
  const port = demoPort + PORTS - 1
  const data = mkdtempSync(join(tmpdir(), 'patchbay-living-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(data, 0o755)
  const own = { PORT: String(port), DEMO_PORT: String(demoPort), DEV_FOLDER: data, DEV_DATABASE: database }
  const child = spawn('npm', ['run', '--silent', 'dev'], {
    cwd: folder,
    env: { ...process.env, EDIT: 'none', STOP_WITH_STDIN: '1', ...own, ...env },
    // Its input closes when this process ends, however it does: nothing stays behind.
    stdio: 'pipe',
  })
  let output = ''
  const started = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk
      for (const line of String(chunk).split('\n').filter(Boolean)) onLine(line)
      if (output.includes('Ctrl C stops everything')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`npm run dev stopped:\n${output}`)))
  })
  const stop = async (): Promise<void> => {
    const gone = child.exitCode === null ? ended(child) : undefined
    child.stdin.end()
    await gone
    rmSync(data, { recursive: true, force: true })
    if (env.POSTGRES !== 'embedded') await dropDatabase(database)
  }
  await started.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { addresses: [`http://localhost:${port}`, `http://127.0.0.1:${port}`], output: () => output, stop }
}

export const signIn = async (context: BrowserContext, address: string, email: string): Promise<void> => {
  const reply = await context.request.post(`${address}/workspace/sign-in`, { data: { email, password: PASSWORD } })
  if (!reply.ok()) throw new Error(`${email} could not sign in: ${await reply.text()}`)
}
