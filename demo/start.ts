// Starts the processes of the demo beside a system: the gateway with the director and the panel, then the reference
// modules of every account, as their READMEs say. Used by `npm run dev`.
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { castOf } from './cast.ts'
import { callHistory, conversationHistory, templatesOf } from './history.ts'
import { accountPorts, localUrl, MODULES, type ModuleName, sharedPorts } from './ports.ts'
import type { DemoAccount } from './stage.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** pb_ and the id, without the secret. */
const KEY_ID = 'pb_12345678'.length

export type DemoOptions = {
  /** Data of the modules, and logs. */
  folder: string
  /** What apps/server/seed/living.ts wrote. */
  accountsFile: string
  basePort: number
  redisUrl: string | undefined
  host: string
  env: NodeJS.ProcessEnv
  onExit: (name: string, lastLines: string) => void
}

export type RunningDemo = {
  children: ChildProcess[]
  panelUrl: string
  /** For the system: Redis through the gateway. */
  redisUrl: string | undefined
  /** Resolves when every module is registered. */
  startModules: () => Promise<void>
}

type Launched = {
  child: ChildProcess /** Resolves when it has written this line. */
  said: (line: string) => Promise<void>
}

const launch = (options: DemoOptions, name: string, file: string, own: Record<string, string>): Launched => {
  const env = { ...options.env, ...own }
  const child = spawn(process.execPath, [file], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(join(options.folder, `${name}.log`))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      log.write(chunk)
      output = (output + chunk).slice(-4_000)
    })
  child.once('exit', () => options.onExit(name, output))
  const said = (line: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output.includes(line) && resolve()
      child.stdout.on('data', look)
      child.once('exit', () => reject(new Error(`${name} stopped:\n${output}`)))
      look()
    })
  return { child, said }
}

/** What the exchange and the chat bring along at their first start. */
const writeSetup = (folder: string, account: DemoAccount, now: Date): Partial<Record<ModuleName, string>> => {
  const cast = castOf(account.host)
  const { people } = cast.trade.account
  const extensions = Object.fromEntries(
    Object.entries(cast.extensions).map(([name, code]) => [people[name]?.email ?? '', code]),
  )
  const write = (name: string, content: object): string => {
    const file = join(folder, `${name}-setup.json`)
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 })
    return file
  }
  return {
    phones: write('phones', { extensions, externalPhones: cast.lines, calls: callHistory(cast, now) }),
    webchat: write('webchat', { conversations: conversationHistory(cast, now), templates: templatesOf(cast) }),
  }
}

const startModule = (options: DemoOptions, account: DemoAccount, place: number, name: ModuleName, setup?: string) => {
  const ports = accountPorts(options.basePort, place)
  return launch(options, `${account.host}-${name}`, `modules/${name}/src/main.ts`, {
    PATCHBAY_URL: localUrl(ports.system),
    PATCHBAY_KEY: account.apiKey,
    PUBLIC_URL: localUrl(ports[name].gateway),
    PORT: String(ports[name].own),
    // A new key means a new database, of which a module must not remember anything.
    DATA_FOLDER: join(options.folder, account.host, account.apiKey.slice(0, KEY_ID), name),
    ...(name === 'phones' && { PHONES: Object.values(castOf(account.host).extensions).join(',') }),
    ...(setup !== undefined && { SETUP_FILE: setup }),
  })
}

export const startDemo = async (options: DemoOptions): Promise<RunningDemo> => {
  const { basePort, folder, accountsFile, redisUrl, host } = options
  mkdirSync(folder, { recursive: true })
  const accounts = JSON.parse(readFileSync(accountsFile, 'utf8')) as DemoAccount[]
  const ports = sharedPorts(basePort)
  const director = launch(options, 'demo', 'demo/main.ts', {
    DEMO_ACCOUNTS: accountsFile,
    DEMO_PORT: String(basePort),
    DEMO_HOST: host,
    ...(redisUrl !== undefined && { DEMO_REDIS_URL: redisUrl }),
  })
  await director.said('the panel is open')
  const children = [director.child]
  return {
    children,
    panelUrl: localUrl(ports.panel),
    redisUrl: redisUrl === undefined ? undefined : `redis://127.0.0.1:${ports.redis}`,
    startModules: async () => {
      const started = accounts.flatMap((account, place) => {
        mkdirSync(join(folder, account.host), { recursive: true })
        const setup = writeSetup(join(folder, account.host), account, new Date())
        return MODULES.map((name) => startModule(options, account, place, name, setup[name]))
      })
      children.push(...started.map(({ child }) => child))
      await Promise.all(started.map(({ said }) => said('registered as ')))
    },
  }
}
