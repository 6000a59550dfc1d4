// `npm run faults -- <name> [seed] [scale] [part]`: injects a fault under load and audits the result. The last line is one
// JSON object; the exit code is not 0 unless its six counts are 0, and 77 where this machine cannot run all of it
// (scenario.ts). With --record the result is published (record.ts).
import { printAudit } from '@patchbay/testkit/audit'
import { accountMove } from './account-move.ts'
import { archive } from './archive.ts'
import { backendKill } from './backend-kill.ts'
import { calls } from './calls.ts'
import { failover } from './failover.ts'
import { fuzz } from './fuzz.ts'
import { load } from './load.ts'
import { longTail } from './long-tail.ts'
import { makeCall } from './make-call.ts'
import { money } from './money.ts'
import { overload } from './overload.ts'
import { recordFault } from './record-fault.ts'
import { redisLoss } from './redis-loss.ts'
import { restore } from './restore.ts'
import { retention } from './retention.ts'
import { scanners } from './scanners.ts'
import { NOT_RUN, type Scenario } from './scenario.ts'
import { ssrf } from './ssrf.ts'
import { storm } from './storm.ts'
import { tenants } from './tenants.ts'
import { upgrade } from './upgrade.ts'
import { webhooks } from './webhooks.ts'
import { workerKill } from './worker-kill.ts'

const SCENARIOS: Record<string, Scenario> = {
  archive,
  'account-move': accountMove,
  'backend-kill': backendKill,
  calls,
  failover,
  load,
  'long-tail': longTail,
  fuzz,
  'make-call': makeCall,
  'worker-kill': workerKill,
  'redis-loss': redisLoss,
  restore,
  retention,
  money,
  overload,
  scanners,
  ssrf,
  storm,
  tenants,
  upgrade,
  webhooks,
}

/** These take their size first: storm [minutes] [seed], failover [rounds] [seed] … */
const SIZES: Record<string, string> = {
  failover: 'rounds',
  load: 'minutes',
  overload: 'seconds',
  scanners: 'minutes',
  storm: 'minutes',
}

const args = process.argv.slice(2).filter((arg) => arg !== '--record')
const [name = '', first, second, only] = args
const scenario = SCENARIOS[name]
if (!scenario) {
  console.error(`npm run faults -- <name> [seed] [scale], where name is one of: ${Object.keys(SCENARIOS).join(', ')}`)
  process.exit(2)
}
const unit = SIZES[name]
const [sizeText, seedText] = unit ? [first, second] : [second, first]
const seed = Number(seedText ?? Date.now() % 1_000_000)
const size = sizeText === undefined ? undefined : Number(sizeText)
const report = await scenario(seed, size, only)
const passed = printAudit(name, report)
recordFault(name, report, `${(unit && report[unit]) ?? report.trials} ${unit ?? 'trials'}`)
const isWhole = !Object.keys(report).some((key) => key.endsWith('_skipped'))
process.exit(passed ? (isWhole ? 0 : NOT_RUN) : 1)
