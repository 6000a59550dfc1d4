// docs/reliability.md, from the results of published runs (faults/results/*.json) and the list of tests (faults/tests.ts).
import { globSync, readFileSync } from 'node:fs'
import { TESTS } from '../faults/tests.ts'

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

const readResults = (): Result[] =>
  globSync('faults/results/*.json').map((path) => JSON.parse(readFileSync(path, 'utf8')) as Result)

const byId = (one: { id: string }, other: { id: string }): number =>
  'PFWTLBS'.indexOf(one.id[0] ?? '') - 'PFWTLBS'.indexOf(other.id[0] ?? '') ||
  Number(one.id.slice(1)) - Number(other.id.slice(1))

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const figuresOf = ({ figures }: Result): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ')

const row = (result: Result): string => {
  const { id, name, size, seed, passed, commit, ranAt } = result
  const cells = [
    id,
    name,
    passed ? 'passed' : '**failed**',
    size,
    String(seed ?? ''),
    figuresOf(result),
    `\`${commit}\``,
  ]
  return `| ${[...cells, ranAt.slice(0, 10)].map(cell).join(' | ')} |`
}

export const reliabilityPage = (results: readonly Result[] = readResults()): string => {
  const published = new Set(results.map(({ id }) => id))
  const others = TESTS.filter(({ id }) => !published.has(id))
  const unrun = others.filter(({ not }) => not !== undefined)
  return `# Reliability

What was broken on purpose, and what came of it. For operators and those who choose a system. This page is generated from the
results of runs (\`faults/results\`, \`npm run generate\`): a test without a published run makes no promise here. A commit with \`+\` had
changes on top. Times and sizes are those of one small machine that was busy with other work.

## Published runs

| Test | What is done | Result | Size | Seed | Figures | Commit | On |
| ---- | ------------ | ------ | ---- | ---- | ------- | ------ | -- |
${[...results].sort(byId).map(row).join('\n')}

## Not run

| Test | What would be done | Why not |
| ---- | ------------------ | ------- |
${unrun.map(({ id, name, not }) => `| ${id} | ${name} | ${not} |`).join('\n')}
`
}
