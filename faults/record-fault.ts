// Publishes what a fault run showed, for each test of the list that it runs.
import { type FaultReport, NO_ERRORS } from '@patchbay/testkit/audit'
import { recordResult } from './record.ts'
import { TESTS } from './tests.ts'

type Figures = Record<string, number | string>

/** Answers by area and status say nothing to a reader of the page. */
const isShown = (name: string): boolean => !/^answers_.+_\d+$/.test(name)

/** Figures of one test among several of a run: their names begin with its id. */
const figuresOf = (id: string, report: FaultReport): Figures =>
  Object.fromEntries(
    Object.entries(report).flatMap(([name, value]) =>
      name.startsWith(`${id}_`) && isShown(name.slice(id.length + 1)) ? [[name.slice(id.length + 1), value]] : [],
    ),
  )

const hasPassed = (figures: Figures): boolean =>
  Object.entries(figures).every(([name, value]) => !(name in NO_ERRORS || name.endsWith('bad')) || value === 0)

/** "30 trials". A test of several parts (P5_approve_trials, P5_refund_trials) is as large as they are together. */
const sizeOf = ({ trials, unit = 'trials', ...parts }: Figures): string => {
  const counts = Object.entries(parts).flatMap(([name, value]) => (name.endsWith('_trials') ? [Number(value)] : []))
  return `${trials ?? counts.reduce((sum, count) => sum + count, 0)} ${unit}`
}

export const recordFault = (scenario: string, report: FaultReport, size: string): void => {
  if (report.trials === 0) return
  const { seed, trials: _trials, ...all } = report
  const whole = Object.fromEntries(Object.entries(all).filter(([name]) => isShown(name)))
  const hasParts = Object.keys(report).some((name) => /^[A-Z]\d+_/.test(name))
  for (const { id, name, by, not } of TESTS) {
    if (by !== `npm run faults -- ${scenario}` || not !== undefined) continue
    const own = figuresOf(id, report)
    if (!hasParts) recordResult({ id, name, size, seed, figures: whole, passed: hasPassed(whole) })
    // A part that was left out, or cannot run on this machine, is not published.
    else if (Object.keys(own).length > 0 && !('skipped' in own)) {
      const { trials: _own, unit: _unit, ...figures } = own
      recordResult({ id, name, size: sizeOf(own), seed, figures, passed: hasPassed(figures) })
    }
  }
}
