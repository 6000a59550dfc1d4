// `node faults/record-mutation.ts <report> …`: publishes S11 from the JSON reports of `npm run mutation`, one for each area or one
// for all. A report of other sources than those in the working tree is refused: its score would be that of another version.
import { readFileSync } from 'node:fs'
import { recordResult, type TestResult } from './record.ts'
import { TESTS } from './tests.ts'

type Mutant = { status: string }
/** The part of the mutation testing report schema that is used here. */
export type MutationReport = { files: Record<string, { source: string; mutants: Mutant[] }> }

/** As in stryker.config.json, for each area. */
const LOWEST_SCORE = 85
const FOUND = ['Killed', 'Timeout']
const MISSED = ['Survived', 'NoCoverage']

/** `payments` of apps/server/src/payments/…/rules.ts and of packages/contract/src/payments/…-rules.ts. */
const areaOf = (path: string): string => /(?:^|\/)src\/([^/]+)\//.exec(path)?.[1] ?? path

const count = (mutants: readonly Mutant[], statuses: readonly string[]): number =>
  mutants.filter(({ status }) => statuses.includes(status)).length

const scoreOf = (mutants: readonly Mutant[]): number => {
  const [found, missed] = [count(mutants, FOUND), count(mutants, MISSED)]
  return Math.round((found / (found + missed)) * 1000) / 10
}

export const mutationResult = (reports: readonly MutationReport[]): Omit<TestResult, 'id' | 'name'> => {
  const files = reports.flatMap((report) => Object.entries(report.files))
  const mutants = files.flatMap(([path, file]) => file.mutants.map((mutant) => ({ ...mutant, area: areaOf(path) })))
  const areas = [...Map.groupBy(mutants, ({ area }) => area)]
    .filter(([, own]) => count(own, [...FOUND, ...MISSED]) > 0)
    .sort(([one], [other]) => one.localeCompare(other))
  const scores = areas.map(([area, own]) => [area, scoreOf(own)] as const)
  return {
    size: `${count(mutants, [...FOUND, ...MISSED])} mutants in ${files.length} files`,
    figures: {
      ...Object.fromEntries(scores.map(([area, score]) => [`${area}_score`, `${score} %`])),
      killed: count(mutants, ['Killed']),
      timed_out: count(mutants, ['Timeout']),
      survived: count(mutants, ['Survived']),
      without_a_test: count(mutants, ['NoCoverage']),
      lowest_score_allowed: `${LOWEST_SCORE} %`,
    },
    passed: scores.length > 0 && scores.every(([, score]) => score >= LOWEST_SCORE),
  }
}

/** Files of the reports that are not what the working tree has. */
export const changedFiles = (reports: readonly MutationReport[], read: (path: string) => string): string[] =>
  reports.flatMap(({ files }) =>
    Object.entries(files).flatMap(([path, { source }]) => (read(path) === source ? [] : path)),
  )

const run = (paths: readonly string[]): void => {
  const reports = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as MutationReport)
  const changed = changedFiles(reports, (path) => readFileSync(path, 'utf8'))
  if (changed.length > 0 || reports.length === 0) {
    console.error(reports.length === 0 ? 'no report is given' : `other sources than here: ${changed.join(', ')}`)
    process.exit(1)
  }
  process.env.RECORD_RESULTS = '1'
  const { name = '' } = TESTS.find(({ id }) => id === 'S11') ?? {}
  const result = mutationResult(reports)
  recordResult({ id: 'S11', name, ...result })
  console.log(JSON.stringify(result))
  process.exitCode = result.passed ? 0 : 1
}

if (import.meta.main) run(process.argv.slice(2))
