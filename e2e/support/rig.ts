// A whole installation with the demo account, and real browsers.
import { DEMO_PEOPLE, FERN, PASSWORD } from '@patchbay/testkit/fixtures'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import { type Installation, type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import { type ModuleProcess, startModuleProcess } from '@patchbay/testkit/module-process'
import { waitUntil } from '@patchbay/testkit/services'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { launchChromium } from './chromium.ts'

export const ADDRESS = `http://${FERN.host}`

export type Person = keyof typeof DEMO_PEOPLE

export type Desk = {
  page: Page
  context: BrowserContext
  /** Errors in the browser console so far. */
  browserErrors: string[]
  /** Waits until the page has no pending requests. */
  idle: () => Promise<void>
}

export type Rig = {
  installation: Installation
  server: ServerChild
  browser: Browser
  /** With an API key that has all scopes. */
  api: HttpClient
  apiKey: string
  /** An HTTP client signed in as this person, for test setup. */
  wire: (person: Person) => Promise<HttpClient>
  /** A browser in which this person is signed in; signed out without a person. */
  desk: (person: Person | undefined, options?: BrowserContextOptions) => Promise<Desk>
  /**
   * Starts a module as a separate process and waits until it is registered; returns the URL of its page. Uses the API key with
   * all scopes by default, and the reference module of that name.
   */
  module: (name: string, key?: string, main?: string, environment?: Record<string, string>) => Promise<string>
  /** Waits until the server knows that these people have the workspace open: a loaded page may not have its stream yet. */
  online: (...people: Person[]) => Promise<void>
  /** kill -9, as a machine that loses its power. */
  killWorker: () => Promise<void>
  startWorker: () => Promise<void>
  close: () => Promise<void>
}

type OpenDesk = Pick<Desk, 'page' | 'browserErrors'> & { requests: string[] }
const desks: OpenDesk[] = []

/** Of this file, for the report of a failed test. */
export const openDesks = (): OpenDesk[] => desks.filter(({ page }) => !page.isClosed())

const recordRequests = (page: Page): string[] => {
  const requests: string[] = []
  page.on('requestfinished', async (request) => {
    const status = (await request.response().catch(() => null))?.status()
    requests.push(`${new Date().toISOString()} ${status} ${request.method()} ${request.url()}`)
  })
  return requests
}

/** A resource that could not be loaded counts as an error, even if the page handles it. */
export const listen = (page: Page): string[] => {
  const browserErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => browserErrors.push(error.message))
  return browserErrors
}

const follow = (page: Page): Desk['idle'] => {
  const open = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'fetch' && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  // Rendering a response may start more requests.
  const rendered = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return async () => {
    do {
      await expect.poll(() => open.size).toBe(0)
      await rendered()
    } while (open.size > 0)
  }
}

const signInCookies = async (server: ServerChild, person: Person) => {
  const wire = createHttpClient(server.origin, { host: FERN.host })
  const reply = await wire.postJson('/workspace/sign-in', { email: DEMO_PEOPLE[person].email, password: PASSWORD })
  if (reply.status !== 200) throw new Error(`${person} could not sign in: ${reply.text}`)
  const [pair = ''] = String(reply.headers['set-cookie']).split(';')
  const [name = '', value = ''] = pair.split('=')
  return [{ name, value, domain: FERN.host, path: '/' }]
}

export type RigOptions = {
  /** The workspace is at a plain http address, unless a test needs what browsers offer at https only: a microphone, notifications. */
  isSecure?: boolean
  browserArguments?: readonly string[]
}

const startBrowser = (
  server: ServerChild,
  { isSecure = false, browserArguments = [] }: RigOptions,
): Promise<Browser> => {
  const secure = isSecure ? [`--unsafely-treat-insecure-origin-as-secure=${ADDRESS}`] : []
  const here = `--host-resolver-rules=MAP ${FERN.host} 127.0.0.1:${server.port}`
  return launchChromium([here, ...secure, ...browserArguments], isSecure)
}

/** Modules cannot resolve the browser's host names: for them the account's URL is the server's own address. */
const moduleStarter = (installation: Installation, server: ServerChild, apiKey: string) => {
  const modules: ModuleProcess[] = []
  return {
    start: async (name: string, key = apiKey, main?: string, environment?: Record<string, string>): Promise<string> => {
      if (modules.length === 0) {
        await installation.operator('address', FERN.host, server.origin)
        // The URL of an account is cached for a second.
        const info = async () =>
          (await createHttpClient(server.origin, {}).get('/api/system-info')).body as { publicUrl: string }
        await waitUntil('the account is at its new address', async () => (await info()).publicUrl === server.origin)
      }
      const module = await startModuleProcess(name, { systemUrl: server.origin, apiKey: key }, main, environment)
      modules.push(module)
      return module.url
    },
    stop: () => Promise.all(modules.map(({ stop }) => stop())),
  }
}

export const startRig = async (options: RigOptions = {}): Promise<Rig> => {
  const { DEMO_FOLDER: copyOf = '', DEMO_API_KEY: apiKey = '' } = process.env
  const installation = await startInstallation({}, { copyOf })
  const server = await installation.startServer()
  // Normal priority: on a small machine two browsers can use all CPU for longer than a test waits.
  const startWorker = () => installation.startWorker({ WORKER_NICE: '0' })
  let worker = await startWorker()
  const browser = await startBrowser(server, options)
  const modules = moduleStarter(installation, server, apiKey)
  const wire = async (person: Person): Promise<HttpClient> => {
    const [cookie] = await signInCookies(server, person)
    return createHttpClient(server.origin, { host: FERN.host, cookie: `${cookie?.name}=${cookie?.value}` })
  }
  return {
    installation,
    server,
    browser,
    apiKey,
    module: modules.start,
    killWorker: () => worker.kill('SIGKILL'),
    startWorker: async () => {
      worker = await startWorker()
    },
    api: createHttpClient(server.origin, { host: FERN.host, 'x-api-key': apiKey }),
    wire,
    online: async (...people) => {
      const emails = people.map((person) => DEMO_PEOPLE[person].email)
      const admin = await wire('ada')
      await waitUntil(`${people.join(', ')} online`, async () => {
        const { users } = (await admin.get('/workspace/users')).body as { users: { email: string; online: boolean }[] }
        return emails.every((email) => users.find((user) => user.email === email)?.online)
      })
    },
    desk: async (person, options = {}) => {
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
      if (person) await context.addCookies(await signInCookies(server, person))
      const page = await context.newPage()
      page.setDefaultTimeout(90_000)
      const browserErrors = listen(page)
      desks.push({ page, browserErrors, requests: recordRequests(page) })
      return { page, context, browserErrors, idle: follow(page) }
    },
    close: async () => {
      await browser.close()
      await modules.stop()
      await installation.close()
    },
  }
}
