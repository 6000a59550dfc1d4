import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, openConnection, registerWithRetry } from './connection.ts'
import type { RetryOptions } from './http.ts'
import { listen, type toNode } from './node.ts'
import type { ModuleEdit, RegistrationPart } from './registration.ts'
import { trimTrailingSlash } from './registration.ts'
import type { RequestHandler } from './request.ts'

// Starts a module: opens its connection, listens, registers, and stops on a signal.

export type StartOptions = {
  systemUrl: string
  apiKey: string
  /** Where the system reaches this module. */
  publicUrl: string
  /** 0 chooses a free one. */
  port: number
  /** Keeps the connection, and whatever the module stores. */
  folder: string
  log?: (line: string) => void
  retry?: RetryOptions
}

export type ModuleContext = {
  connection: Connection
  publicUrl: string
  folder: string
  log: (line: string) => void
}

export type ModuleParts = {
  code: string
  name: string
  handler: RequestHandler
  /** A function where it depends on what the system has: asked before each attempt. */
  registration: RegistrationPart | (() => Promise<RegistrationPart>)
  /** Requests that are not the system's: a checkout page, a widget. */
  fallback?: Parameters<typeof toNode>[1]
  /** Called after the registration. */
  started?: () => void | Promise<void>
  /** Called when the module stops and takes no more requests. */
  stopped?: () => void | Promise<void>
}

/** Puts the parts of a module together, once the connection is open. */
export type BuildModule = (context: ModuleContext) => ModuleParts | Promise<ModuleParts>

/** The environment is wrong; the message says what to set. */
export class EnvironmentError extends Error {}

const NEEDED = {
  PATCHBAY_URL: 'the URL of the system, such as https://crm.example.com',
  PATCHBAY_KEY: 'an API key of the system',
  PUBLIC_URL: 'where the system reaches this module, such as https://bank.example.com',
} as const

const urlOf = (name: 'PATCHBAY_URL' | 'PUBLIC_URL', text: string): URL => {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new EnvironmentError(`${name} is "${text}", which is not a URL. It must be ${NEEDED[name]}.`)
}

/** Behind a proxy the port to listen on is not that of the public URL: PORT says it. */
const portOf = (given: string | undefined, publicUrl: URL): number => {
  const text = given ?? publicUrl.port
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text)
  if (given !== undefined)
    throw new EnvironmentError(`PORT is "${given}", which is not a port. It must be a number such as 4000.`)
  throw new EnvironmentError(
    `PORT is not set, and PUBLIC_URL (${publicUrl.href}) names no port. Set PORT to the port that this module listens on.`,
  )
}

export const readEnvironment = (environment: NodeJS.ProcessEnv): StartOptions => {
  const missing = Object.entries(NEEDED).filter(([name]) => !environment[name])
  if (missing.length > 0)
    throw new EnvironmentError(missing.map(([name, what]) => `${name} is not set. It must be ${what}.`).join('\n'))
  const { PATCHBAY_URL = '', PATCHBAY_KEY = '', PUBLIC_URL = '', PORT, DATA_FOLDER = 'data' } = environment
  const publicUrl = urlOf('PUBLIC_URL', PUBLIC_URL)
  return {
    systemUrl: trimTrailingSlash(urlOf('PATCHBAY_URL', PATCHBAY_URL).href),
    apiKey: PATCHBAY_KEY,
    publicUrl: publicUrl.href,
    port: portOf(PORT, publicUrl),
    folder: DATA_FOLDER,
  }
}

/** One line for each request of the system that was refused. */
const logRefusals =
  (handler: RequestHandler, log: (line: string) => void): RequestHandler =>
  async (request) => {
    const answer = await handler(request)
    if (answer && answer.status >= 400) {
      const [path = ''] = request.url.split('?')
      log(`refused ${request.method} ${path} with ${answer.status}: ${String(answer.body).slice(0, 300)}`)
    }
    return answer
  }

export type RunningModule = { port: number; registered: Promise<void>; stop: () => Promise<void> }

const toStandardOutput = (line: string) => void process.stdout.write(`${line}\n`)

/** Listens at once and registers with retries; `registered` fails when the system refuses the registration. */
export const startModule = async (build: BuildModule, options: StartOptions): Promise<RunningModule> => {
  const { systemUrl, apiKey, folder, log = toStandardOutput, retry } = options
  const publicUrl = trimTrailingSlash(options.publicUrl)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'connection.json')
  const connection = openConnection({ systemUrl, apiKey, file, log, ...(retry && { retry }) })
  const { code, name, handler, registration, fallback, started, stopped } = await build({
    connection,
    publicUrl,
    folder,
    log,
  })
  const { port, close } = await listen(logRefusals(handler, log), options.port, fallback)
  log(`${name} listens on port ${port}, public URL ${publicUrl}`)
  const register = async () => {
    const module = async (): Promise<ModuleEdit> => {
      const part = typeof registration === 'function' ? await registration() : registration
      return { code, name, active: true, ...part }
    }
    await registerWithRetry(connection, module, 2_000, (error) => log(`not registered yet: ${String(error)}`))
    await started?.()
    for (const warning of connection.warnings()) log(`warning: ${warning}`)
    log(`registered as ${code} at ${systemUrl}, clientId ${connection.clientId}`)
  }
  const stop = async () => {
    await close()
    await stopped?.()
  }
  return { port, registered: register(), stop }
}

/** For the entry point of a module: reads the environment, and ends the process on a signal or a refused registration. */
export const runModule = async (build: BuildModule, environment: NodeJS.ProcessEnv = process.env): Promise<void> => {
  try {
    const { registered, stop } = await startModule(build, readEnvironment(environment))
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void stop().then(() => process.exit(0)))
    await registered
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(error instanceof EnvironmentError ? 2 : 1)
  }
}
