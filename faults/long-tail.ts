// The long tail: PostgreSQL paused (F5), Redis slow, out of memory, frozen and gone (F6), the disk full (F7), the answer of
// COMMIT lost (F8), clocks that jump (F9), everything restarted in turn (F10), modules that hang (F15).
// `npm run faults -- long-tail [seed] [scale]`; `--only F5,F8` runs a part.
import { type FaultReport, NO_ERRORS } from '@patchbay/testkit/audit'
import { jumpingClocks } from './long-tail-clocks.ts'
import { diskFull } from './long-tail-disk.ts'
import { hangingModules } from './long-tail-modules.ts'
import { commitAnswerLost, pausedPostgres } from './long-tail-postgres.ts'
import { sickRedis } from './long-tail-redis.ts'
import { rollingRestart } from './long-tail-restarts.ts'
import type { Scenario, ScenarioPart } from './scenario.ts'

const PARTS: readonly { id: string; title: string; run: ScenarioPart }[] = [
  { id: 'F5', title: 'PostgreSQL paused under load', run: pausedPostgres },
  { id: 'F6', title: 'Redis slow, out of memory, frozen and gone under load', run: sickRedis },
  { id: 'F7', title: 'The disk of PostgreSQL full under load', run: diskFull },
  { id: 'F8', title: 'The answer of COMMIT lost', run: commitAnswerLost },
  { id: 'F9', title: 'The clocks of servers and workers jump', run: jumpingClocks },
  { id: 'F10', title: 'Servers and workers restarted in turn under load', run: rollingRestart },
  { id: 'F15', title: 'Modules that hang, of one account', run: hangingModules },
]

const wanted = (): string[] | undefined => {
  const at = process.argv.indexOf('--only')
  return at < 0 ? undefined : process.argv[at + 1]?.split(',')
}

export const longTail: Scenario = async (seed, scale = 1) => {
  const only = wanted()
  const total: FaultReport = { ...NO_ERRORS, trials: 0, seed }
  for (const { id, title, run } of PARTS) {
    if (only && !only.includes(id)) continue
    const started = Date.now()
    const report = await run(seed, scale)
    if ('skipped' in report) {
      console.log(`${id}: not run here: ${report.skipped}`)
      total[`${id}_skipped`] = String(report.skipped)
      continue
    }
    const { seed: _seed, trials, ...figures } = report
    const bad = Object.keys(NO_ERRORS).filter((key) => report[key] !== 0)
    console.log(
      `${id} ${title}: ${trials} trials, ${bad.join(', ') || 'nothing'} bad, ${Math.round((Date.now() - started) / 1000)} s`,
    )
    for (const key of Object.keys(NO_ERRORS) as (keyof typeof NO_ERRORS)[]) total[key] += report[key]
    total.trials += trials
    for (const [key, value] of Object.entries({ trials, ...figures })) total[`${id}_${key}`] = value
  }
  return total
}
