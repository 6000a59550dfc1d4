// `node demo/main.ts`: the gateway, the director and the panel as one process. Environment: DEMO_ACCOUNTS (the file that
// apps/server/seed/living.ts writes), DEMO_PORT (the first of its ports), DEMO_REDIS_URL (none: there is no Redis),
// DEMO_SEED, DEMO_HOST (where it listens), DEMO_DAY=paused.
import { readFileSync } from 'node:fs'
import { castOf } from './cast.ts'
import { createDirector } from './director.ts'
import { createFaults } from './faults.ts'
import { openModuleGateway, openRedisGateway, openSystemGateway } from './gateway.ts'
import { type PanelAccount, servePanel } from './panel.ts'
import { accountPorts, DEFAULT_BASE, MODULES, sharedPorts } from './ports.ts'
import { createStage, type DemoAccount } from './stage.ts'

const { DEMO_ACCOUNTS = '', DEMO_PORT, DEMO_REDIS_URL, DEMO_SEED = '1', DEMO_HOST, DEMO_DAY } = process.env
const base = Number(DEMO_PORT ?? DEFAULT_BASE)
const host = DEMO_HOST ?? '127.0.0.1'
const shared = sharedPorts(base)
const known = JSON.parse(readFileSync(DEMO_ACCOUNTS, 'utf8')) as DemoAccount[]

const accounts = new Map<string, PanelAccount>()
for (const [place, account] of known.entries()) {
  const [ports, faults] = [accountPorts(base, place), createFaults()]
  await openSystemGateway(host, ports.system, account.address, faults.reports)
  for (const name of MODULES) await openModuleGateway(host, ports[name].gateway, ports[name].own, faults.modules[name])
  accounts.set(account.host, { stage: createStage(account, castOf(account.host), ports), faults, ports })
}
const redis = DEMO_REDIS_URL ? await openRedisGateway(shared.redis, DEMO_REDIS_URL) : undefined
const director = createDirector(accounts, Number(DEMO_SEED), redis)
director.day.isRunning = DEMO_DAY !== 'paused'
await servePanel({ director, accounts, hasRedis: redis !== undefined }, host, shared.panel)
process.stdout.write('the panel is open\n')

// The modules and the server start after the gateway; the day begins when all of them answer.
await Promise.all([...accounts.values()].map(({ stage }) => stage.ready()))
for (const { stage } of accounts.values()) void stage.stayOnline()
await director.runDay()
