// A whole installation with the demo account, and real browsers at its pages.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FERN, PASSWORD } from '@patchbay/testkit/cast'
import { type Installation, type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import { createWire, type Wire } from '@patchbay/testkit/wire'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export const ADDRESS = `http://${FERN.host}`
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export type Person = keyof typeof FERN.people

export type Desk = {
  page: Page
  context: BrowserContext
  /** What the browser complained about so far. */
  complaints: string[]
}

export type Rig = {
  installation: Installation
  server: ServerChild
  browser: Browser
  /** With an API key that may do everything. */
  api: Wire
  apiKey: string
  /** A browser in which this person is signed in, or nobody. */
  desk: (person: Person | undefined, options?: BrowserContextOptions) => Promise<Desk>
  close: () => Promise<void>
}

/** A resource that a page could not load is a complaint of the browser's, whatever the page makes of it. */
const listen = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

const signInCookies = async (server: ServerChild, person: Person) => {
  const wire = createWire(server.origin, { host: FERN.host })
  const reply = await wire.postJson('/workspace/sign-in', { email: FERN.people[person].email, password: PASSWORD })
  if (reply.status !== 200) throw new Error(`${person} could not sign in: ${reply.text}`)
  const [pair = ''] = String(reply.headers['set-cookie']).split(';')
  const [name = '', value = ''] = pair.split('=')
  return [{ name, value, domain: FERN.host, path: '/' }]
}

const startBrowser = (server: ServerChild): Promise<Browser> => {
  if (!CHROMIUM) throw new Error('Chromium is not installed: apt-get install chromium')
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      `--host-resolver-rules=MAP ${FERN.host} 127.0.0.1:${server.port}`,
      `--unsafely-treat-insecure-origin-as-secure=${ADDRESS}`,
    ],
  })
}

export const startRig = async (): Promise<Rig> => {
  const installation = await startInstallation()
  await promisify(execFile)('node', ['apps/server/seed/demo.ts', ADDRESS], {
    cwd: ROOT,
    env: { ...process.env, ...installation.env },
  })
  const server = await installation.startServer()
  await installation.startWorker()
  const browser = await startBrowser(server)
  const apiKey = await installation.operator('key', FERN.host, 'everything')
  await installation.operator('limits', FERN.host, 'api=100000', 'telephony=100000')
  return {
    installation,
    server,
    browser,
    apiKey,
    api: createWire(server.origin, { host: FERN.host, 'x-api-key': apiKey }),
    desk: async (person, options = {}) => {
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
      if (person) await context.addCookies(await signInCookies(server, person))
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      return { page, context, complaints: listen(page) }
    },
    close: async () => {
      await browser.close()
      await installation.close()
    },
  }
}
