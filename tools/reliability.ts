// docs/reliability.md, from the results of published runs (faults/results/*.json) and the list of tests (faults/tests.ts).
import { globSync, readFileSync } from 'node:fs'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { GOALS, type ReliabilityTest, TESTS } from '../faults/tests.ts'

export type Result = {
  id: string
  name: string
  size: string
  seed?: number
  figures: Record<string, number | string>
  passed: boolean
  commit: string
  ranAt: string
}

type GrowthLine = {
  what: string
  path: string
  from: number
  to: number
  growth: number
  from_us: number
  to_us: number
}
type Version = Pick<Result, 'commit' | 'ranAt'>
export type GrowthRun = Version & { details: { bound: number; lines: GrowthLine[] } }

/** L8 is a line of the bench of docs/performance.md, with the commit that ran it. */
export const resultOfGrowth = ({ details, commit, ranAt }: GrowthRun): Result[] => {
  const { name = '' } = TESTS.find(({ id }) => id === 'L8') ?? {}
  const line = details.lines.find(({ what, to }) => what === 'calls' && to >= 10_000_000)
  if (!line) return []
  const { from, to, growth, from_us, to_us } = line
  const size = `${to.toLocaleString('en-US')} calls against ${from.toLocaleString('en-US')}`
  const figures = { cpu_time_growth: growth, growth_allowed: details.bound, cpu_us_before: from_us, cpu_us: to_us }
  return [{ id: 'L8', name, size, figures, passed: growth <= details.bound, commit, ranAt }]
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

const readResults = (): Result[] => [
  ...globSync('faults/results/*.json').map((path) => read<Result>(path)),
  ...globSync('bench/results/growth.json').flatMap((path) => resultOfGrowth(read<GrowthRun>(path))),
]

const AREAS: Readonly<Record<string, string>> = {
  P: 'Payments',
  F: 'Failures of processes, databases and machines',
  W: 'Webhooks and requests to modules',
  T: 'Telephony',
  L: 'Load',
  B: 'Bad input',
  S: 'Security',
}

const LETTERS = Object.keys(AREAS)

const byId = (one: { id: string }, other: { id: string }): number =>
  LETTERS.indexOf(one.id[0] ?? '') - LETTERS.indexOf(other.id[0] ?? '') ||
  Number(one.id.slice(1)) - Number(other.id.slice(1))

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/**
 * The latency of requests on a machine that is shared says nothing about the system; the CPU time of a request does. How long
 * a takeover, a recovery or an answer during a fault took is no such latency: it is what the test is about.
 */
const isRequestLatency = (name: string): boolean => /^(?:neighbour_)?p\d+_ms(?:_before|_during)?$/.test(name)

/** "; goal missed: …", or nothing. A figure that the run does not have misses its goal too. */
const missedGoal = ({ id, figures }: Result): string => {
  const goal = GOALS[id]
  if (!goal) return ''
  const value = figures[goal.figure]
  const isReached = 'atLeast' in goal ? Number(value) >= goal.atLeast : Number(value) <= goal.atMost
  if (isReached) return ''
  const wanted = 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`
  return `; **goal missed:** ${goal.what} is ${value ?? 'not known'}, ${wanted} was wanted`
}

const COUNTS = Object.keys(NO_ERRORS)

const figuresOf = ({ figures }: Result): string => {
  const isClean = COUNTS.every((name) => figures[name] === 0)
  const shown = Object.entries(figures)
    .filter(([name]) => !isRequestLatency(name) && !(isClean && COUNTS.includes(name)))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
  const counts = isClean ? [`${COUNTS.map((name) => name.replaceAll('_', ' ')).join(', ')}: 0`] : []
  return [...counts, shown.join(', ')].filter(Boolean).join('; ')
}

/** Tests of one run have the same figures. */
const listRuns = (results: readonly Result[]): string => {
  const runs = Map.groupBy(results, (one) => `${one.commit} ${one.seed} ${figuresOf(one)}`)
  return [...runs.values()]
    .flatMap((together) => {
      const [first] = together
      if (!first) return []
      const { seed, commit, ranAt } = first
      const facts = [seed === undefined ? '' : `seed ${seed}`, `commit \`${commit}\``, ranAt.slice(0, 10)].filter(
        Boolean,
      )
      return [`- **${together.map(({ id }) => id).join(', ')}** (${facts.join(', ')}): ${figuresOf(first)}`]
    })
    .join('\n')
}

/** With what the test does not do. */
const titleOf = (id: string, name: string): string => {
  const note = TESTS.find((one) => one.id === id)?.note
  return note === undefined ? name : `${name} (${note})`
}

const row = (result: Result): string => {
  const { id, name, size, passed } = result
  const verdict = `${passed ? 'passed' : '**failed**'}${missedGoal(result)}`
  return `| ${[id, titleOf(id, name), verdict, size].map(cell).join(' | ')} |`
}

const section = (letter: string, results: readonly Result[]): string => `## ${AREAS[letter]}

| Test | What is done | Result | Size |
| ---- | ------------ | ------ | ---- |
${results.map(row).join('\n')}

${listRuns(results)}
`

const notRun = (results: readonly Result[]): string => {
  const published = new Set(results.map(({ id }) => id))
  const unrun = TESTS.filter(({ id }) => !published.has(id))
  if (unrun.length === 0) return 'Every test of the list has a published run.\n'
  const reason = ({ by, not }: ReliabilityTest) =>
    not ?? `no run is published yet: \`${[by ?? []].flat().join('`, `')}\``
  return `## Not run

| Test | What would be done | Why not |
| ---- | ------------------ | ------- |
${unrun.map((test) => `| ${test.id} | ${titleOf(test.id, test.name)} | ${reason(test)} |`).join('\n')}
`
}

export const reliabilityPage = (results: readonly Result[] = readResults()): string => {
  const sorted = [...results].sort(byId)
  return `# Reliability

What was broken on purpose, and what came of it. For operators and those who choose a system. This page is generated from the
results of runs (\`faults/results\`, \`npm run generate\`): a test without a published run makes no promise here. A commit with \`+\` had
changes on top; one that the history does not have was made while this release was written, and landed together with others.

- **Result**: a test passes by what it counts, such as losses and wrong answers. Where the run of a test that passed missed a goal, the goal
  stands beside it.
- **Size**: how much was done; of a test file, its path: it is run as it is, and the figures say how many of its tests passed.
- **Figures** stand below each table, with the seed and the commit of the run. They are those of one small machine that was busy with other
  work. Latencies of requests (p50, p95, p99) are left out; what a request costs is in [Performance](performance.md). How long a takeover,
  a recovery, an outage, a repair, a pause or an answer during a fault took is shown: that is what the test is about.

${LETTERS.map((letter) => [letter, sorted.filter(({ id }) => id.startsWith(letter))] as const)
  .filter(([, own]) => own.length > 0)
  .map(([letter, own]) => section(letter, own))
  .join('\n')}
${notRun(results)}`
}
