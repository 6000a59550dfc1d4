// The system under test: the real app on a real socket, on a database and a Redis prefix of its own, with the cast.

import type { AddressInfo } from 'node:net'
import { SCOPES, type Scope } from '@patchbay/contract/base/scopes'
import { createDatabase } from '@patchbay/testkit/database'
import { FERN, type FixtureAccount, KETTLE, PASSWORD } from '@patchbay/testkit/fixtures'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import { startBackgroundWork } from '../../src/background/start.ts'
import { readConfig } from '../../src/config.ts'
import { createDeps } from '../../src/create-deps.ts'
import type { Deps } from '../../src/deps.ts'
import { buildApp } from '../../src/http/app.ts'
import { healthOf } from '../../src/http/health.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { createLog } from '../../src/lib/process/log.ts'
import { hashPassword } from '../../src/lib/security/passwords.ts'
import { createAccount } from '../../src/operator/commands.ts'
import { issueKey } from '../../src/platform/api-keys/store.ts'
import { insertShop } from '../../src/platform/shops/store.ts'
import { emailKey } from '../../src/platform/users/rules.ts'
import { insertUser, updatePassword } from '../../src/platform/users/store.ts'

export type Side<Name extends string = string> = {
  accountId: number
  userIds: Record<Name, number>
  /** Calls the API with a key that may do everything. */
  api: HttpClient
  apiKey: string
  /** Requests without a key or a session. */
  stranger: HttpClient
  cookie: (name: Name) => Promise<string>
  signIn: (name: Name) => Promise<HttpClient>
  newKey: (options: {
    scopes: readonly Scope[]
    sites?: string[]
    moduleCode?: string
    forModule?: boolean
  }) => Promise<{ id: string; text: string }>
}

export type System = {
  origin: string
  deps: Deps
  fern: Side<keyof typeof FERN.people>
  kettle: Side<keyof typeof KETTLE.people>
  databaseUrl: string
  adminUrl: string
  /** Starts jobs and lanes in this process. */
  work: () => Promise<void>
  log: string[]
  close: () => Promise<void>
}

type Options = { env?: Record<string, string>; now?: () => Date; accounts?: ('fern' | 'kettle')[] }

const PASSWORD_HASH = await hashPassword(PASSWORD)
const GENEROUS = { api: 100_000, telephony: 100_000, payment: 100_000, transport: 100_000 }

const settle = async (deps: Deps, origin: string, cast: FixtureAccount): Promise<Side> => {
  const accountId = await createAccount(deps, cast.name, `http://${cast.host}`)
  const userIds: Record<string, number> = {}
  const key = await inAccount(deps.db, accountId, async (trx) => {
    await trx
      .updateTable('account')
      .set({ limits: JSON.stringify(GENEROUS) })
      .execute()
    for (const [name, person] of Object.entries(cast.people)) {
      const { id } = await insertUser(trx, { ...person, emailKey: emailKey(person.email) })
      userIds[name] = id
      await updatePassword(trx, id, PASSWORD_HASH)
    }
    for (const shop of cast.shops) await insertShop(trx, shop)
    // Tests register many modules with it.
    return issueKey(trx, { name: 'everything', scopes: [...SCOPES], severalModules: true, createdBy: null })
  })
  const stranger = createHttpClient(origin, { host: cast.host })
  const cookie = async (name: string): Promise<string> => {
    const reply = await stranger.postJson('/workspace/sign-in', { email: cast.people[name]?.email, password: PASSWORD })
    return String(reply.headers['set-cookie']).split(';')[0] ?? ''
  }
  return {
    accountId,
    userIds,
    apiKey: key.text,
    api: stranger.with({ 'x-api-key': key.text }),
    stranger,
    cookie,
    signIn: async (name) => stranger.with({ cookie: await cookie(name) }),
    newKey: ({ scopes, sites, moduleCode, forModule = false }) =>
      inAccount(deps.db, accountId, (trx) =>
        issueKey(trx, {
          name: 'one',
          scopes: [...scopes],
          sites: sites ?? null,
          modules: moduleCode === undefined ? [] : [moduleCode],
          forModule,
          createdBy: null,
        }),
      ),
  }
}

const absent = (name: string) =>
  new Proxy({} as never, {
    get: () => {
      throw new Error(`the account ${name} was not asked for`)
    },
  })

export type Another = { deps: Deps; origin: string; close: () => Promise<void> }

/** Simulates a second server process: its own pool, its own connections to Redis. */
export const startAnother = async ({ deps: { config, log } }: System): Promise<Another> => {
  const deps = await createDeps(config, log, 'server')
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await deps.close()
  }
  return { deps, origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close }
}

export const startSystem = async ({ env = {}, now, accounts = ['fern', 'kettle'] }: Options = {}): Promise<System> => {
  const database = await createDatabase()
  const config = readConfig({
    DATABASE_URL: database.url,
    REDIS_URL: process.env.REDIS_URL,
    REDIS_PREFIX: `${database.name}:`,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    MAIL_FOLDER: `/tmp/${database.name}-mail`,
    FILE_FOLDER: `/tmp/${database.name}-files`,
    EGRESS_ALLOW: '127.0.0.1',
    EGRESS_PORTS: '*',
    POOL_SIZE: '8',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'development',
    ...env,
  })
  const lines: string[] = []
  const log = createLog(config.logLevel, {}, { write: (line) => void lines.push(line) })
  const deps = await createDeps(config, log, 'worker')
  if (now) deps.now = now
  const app = await buildApp(deps)
  healthOf(app, deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  let worker: { stop: () => Promise<void> } | undefined
  return {
    origin,
    deps,
    fern: accounts.includes('fern') ? ((await settle(deps, origin, FERN)) as System['fern']) : absent('fern'),
    kettle: accounts.includes('kettle') ? ((await settle(deps, origin, KETTLE)) as System['kettle']) : absent('kettle'),
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    work: async () => {
      worker = await startBackgroundWork(deps)
    },
    log: lines,
    close: async () => {
      await worker?.stop()
      await app.close()
      await deps.close()
      await database.drop()
    },
  }
}
