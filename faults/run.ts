// `npm run faults -- <name> [seed] [scale]`: injects a fault under load and audits the result. The last line is one
// JSON object; the exit code is not 0 unless its six counts are 0.
import { printAudit } from '@patchbay/testkit/audit'
import { backendKill } from './backend-kill.ts'
import { calls } from './calls.ts'
import { makeCall } from './make-call.ts'
import { money } from './money.ts'
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
  money,
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
