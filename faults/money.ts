// P3–P11 and P13: no customer is charged twice, refunded twice or refused by mistake. Every part compares the API's responses,
// the database and the bank's ledger. `npm run faults -- money <seed> --scale 0.05` is a short run.
import { type FaultReport, NO_ERRORS } from '@patchbay/testkit/audit'
import { killedAtEveryPoint } from './money-kills.ts'
import { lostReports } from './money-lost-reports.ts'
import { whileEverythingFails } from './money-outages.ts'
import { approveAgainstCancel, checksAgainstEdits, manyClicks } from './money-races.ts'
import { impossibleReports, shuffledReports } from './money-reports.ts'
import { type PartResult, type Rig, startRig } from './money-rig.ts'
import { chargedThenHungKeyed, chargedThenHungKeyless } from './money-unknown.ts'
import type { Scenario } from './scenario.ts'

type Part = {
  name: string
  counts: 'doubled' | 'lost' | 'phantom' | 'stuck'
  run: (rig: Rig, seed: number) => Promise<PartResult>
}

const PARTS: readonly Part[] = [
  { name: 'P3_races', counts: 'doubled', run: approveAgainstCancel },
  { name: 'P4_clicks', counts: 'doubled', run: manyClicks },
  { name: 'P5_approve', counts: 'doubled', run: (rig) => chargedThenHungKeyed(rig, 'approve') },
  { name: 'P5_refund', counts: 'doubled', run: (rig) => chargedThenHungKeyed(rig, 'refund') },
  { name: 'P6_approve', counts: 'doubled', run: (rig) => chargedThenHungKeyless(rig, 'approve') },
  { name: 'P6_refund', counts: 'doubled', run: (rig) => chargedThenHungKeyless(rig, 'refund') },
  { name: 'P7_kills', counts: 'stuck', run: killedAtEveryPoint },
  { name: 'P8_reports', counts: 'lost', run: shuffledReports },
  { name: 'P9_impossible', counts: 'phantom', run: impossibleReports },
  { name: 'P10_checks', counts: 'phantom', run: checksAgainstEdits },
  { name: 'P11_burning', counts: 'lost', run: whileEverythingFails },
  { name: 'P13_lost_reports', counts: 'lost', run: lostReports },
]

const flag = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

export const money: Scenario = async (seed) => {
  const only = flag('--only')?.split(',')
  const rig = await startRig(Number(flag('--scale') ?? 1))
  const report: FaultReport = { ...NO_ERRORS, trials: 0, seed }
  try {
    for (const { name, counts, run } of PARTS) {
      if (only && !only.some((one) => name.startsWith(`${one}_`))) continue
      const started = Date.now()
      const { trials, bad, ...figures } = await run(rig, seed)
      report.trials += trials
      report[counts] += bad
      report[`${name}_trials`] = trials
      report[`${name}_bad`] = bad
      for (const [figure, value] of Object.entries(figures)) report[`${name}_${figure}`] = value
      console.log(`${name}: ${trials} trials, ${bad} bad, ${((Date.now() - started) / 1000).toFixed(0)} s`)
    }
    return report
  } finally {
    await rig.close()
  }
}
