// `npm run faults -- <name>`: breaks something on purpose, under load, and audits what is left. Exits non-zero on any loss.
import { printAudit } from '@patchbay/testkit/audit'
import { backendKill } from './backend-kill.ts'
import { calls } from './calls.ts'
import { makeCall } from './make-call.ts'
import { redisLoss } from './redis-loss.ts'
import type { Scenario } from './scenario.ts'
import { ssrf } from './ssrf.ts'
import { tenants } from './tenants.ts'
import { webhooks } from './webhooks.ts'
import { workerKill } from './worker-kill.ts'

const SCENARIOS: Record<string, Scenario> = {
  'backend-kill': backendKill,
  calls,
  'make-call': makeCall,
  'worker-kill': workerKill,
  'redis-loss': redisLoss,
  ssrf,
  tenants,
  webhooks,
}

const [name = '', seedText, scaleText] = process.argv.slice(2)
const scenario = SCENARIOS[name]
if (!scenario) {
  console.error(`npm run faults -- <name> [seed] [scale], where name is one of: ${Object.keys(SCENARIOS).join(', ')}`)
  process.exit(2)
}
const seed = Number(seedText ?? Date.now() % 1_000_000)
process.exit(printAudit(name, await scenario(seed, Number(scaleText ?? 1))) ? 0 : 1)
