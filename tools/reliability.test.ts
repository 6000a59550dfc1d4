import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { changedFiles, type MutationReport, mutationResult } from '../faults/record-mutation.ts'
import { GOALS, TESTS } from '../faults/tests.ts'
import { type GrowthRun, type Result, reliabilityPage, resultOfGrowth } from './reliability.ts'

const result: Result = {
  id: 'F12',
  name: 'Backup, destroy, restore',
  size: '1 drill',
  seed: 7,
  figures: { rpo_s: 12 },
  passed: true,
  commit: '0123456789ab',
  ranAt: '2026-11-18T01:00:00.000Z',
}

const named = (pattern: RegExp): string[] =>
  TESTS.flatMap(({ by }) => [by ?? []].flat().flatMap((one) => one.match(pattern)?.slice(1) ?? []))

it('the list has every test once, and says what runs it or why nothing does', () => {
  const ids = TESTS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(TESTS.filter(({ by, not }) => by === undefined && not === undefined)).toEqual([])
  const files = TESTS.flatMap(({ by }) => [by ?? []].flat().filter((one) => one.endsWith('.ts')))
  const benches = named(/^npm run bench -- ([\w-]+)$/)
  expect([...files, ...benches.map((name) => `bench/${name}.ts`)].filter((path) => !existsSync(path))).toEqual([])
})

it('shows figures of published runs only, and a failed one as failed', () => {
  const page = reliabilityPage([result])
  expect(page).toContain('| F12 | Backup, destroy, restore | passed | 1 drill |')
  expect(page).toContain('- **F12** (seed 7, commit `0123456789ab`, 2026-11-18): rpo s 12\n')
  const [published = '', others = ''] = page.split('## Not run')
  expect(published.match(/^\| [A-Z]\d+ /gm)).toEqual(['| F12 '])
  expect(others).not.toContain('| F12 ')
  expect(reliabilityPage([{ ...result, passed: false }])).toContain('| **failed** |')
  const parsers = reliabilityPage([{ ...result, id: 'B6', name: 'Parsers' }])
  expect(parsers).toContain('| B6 | Parsers (mutations are not guided by coverage: ')
})

it('says once what tests of one run have in common, and says the six counts only together', () => {
  const figures = { lost: 0, doubled: 0, phantom: 0, out_of_order: 0, stuck: 0, foreign: 0, minutes: 30 }
  const storm = { ...result, id: 'F13', figures }
  const page = reliabilityPage([storm, { ...storm, id: 'F1' }])
  const counts = 'lost, doubled, phantom, out of order, stuck, foreign: 0; minutes 30'
  expect(page).toContain(`- **F1, F13** (seed 7, commit \`0123456789ab\`, 2026-11-18): ${counts}\n`)
  const bad = reliabilityPage([{ ...storm, figures: { ...figures, stuck: 2 } }])
  expect(bad).toContain(': lost 0, doubled 0, phantom 0, out of order 0, stuck 2, foreign 0, minutes 30\n')
})

it('leaves out the latencies of requests, and no other times', () => {
  const shown = (figures: Result['figures']) => reliabilityPage([{ ...result, figures }])
  const latencies = { p50_ms: 7, p95_ms: 7, p99_ms: 7, neighbour_p99_ms_before: 7, neighbour_p99_ms_during: 7 }
  expect(shown({ ...latencies, cpu_us: 8 })).toContain('): cpu us 8\n')
  expect(shown({ job_takeover_p50_ms: 1, recovery_max_ms: 2, answer_max_ms: 3, neighbour_p99_ratio: 4 })).toContain(
    '): job takeover p50 ms 1, recovery max ms 2, answer max ms 3, neighbour p99 ratio 4\n',
  )
})

it('says in words which goal a test that passed has missed', () => {
  const overload = (goodput: number) => [{ ...result, id: 'L7', figures: { goodput_of_capacity: goodput } }]
  expect(reliabilityPage(overload(0.8))).toContain('| passed |')
  expect(reliabilityPage(overload(0.51))).toContain(
    '| passed; **goal missed:** what is served of the capacity meanwhile is 0.51, at least 0.8 was wanted |',
  )
  expect(reliabilityPage([{ ...result, id: 'L6', figures: {} }])).toContain('is not known, at least 0.5 was wanted')
  expect(reliabilityPage([{ ...result, id: 'F5', figures: { answer_max_ms: 10_000 } }])).toContain('| passed |')
  expect(reliabilityPage([{ ...result, id: 'F5', figures: { answer_max_ms: 10_001 } }])).toContain(
    'at most 10000 was wanted',
  )
})

it('every goal is one of a test of the list, and its figure one of its run', () => {
  expect(Object.keys(GOALS).filter((id) => !TESTS.some((test) => test.id === id))).toEqual([])
  for (const [id, { figure }] of Object.entries(GOALS)) {
    const path = `faults/results/${id}.json`
    if (existsSync(path)) expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')).figures)).toContain(figure)
  }
})

it('names each test once: with its run, or with the reason why there is none', () => {
  const ids = [...reliabilityPage([result]).matchAll(/^\| ([A-Z]\d+) /gm)].map(([, id]) => id)
  expect(ids.toSorted()).toEqual(TESTS.map(({ id }) => id).toSorted())
  const known = readFileSync('faults/run.ts', 'utf8')
  const faults = named(/^npm run faults -- ([\w-]+)$/)
  expect(faults.filter((name) => !new RegExp(`^ {2}'?${name}'?[,:]`, 'm').test(known))).toEqual([])
})

it('takes ten million calls from the bench of growth, with its commit, and no smaller run', () => {
  const run = (to: number, growth: number): GrowthRun => ({
    details: {
      bound: 1.3,
      lines: [{ what: 'calls', path: 'call-event', from: 100_000, to, growth, from_us: 100, to_us: 110 }],
    },
    commit: 'abc',
    ranAt: '2026-11-18T01:00:00.000Z',
  })
  const [line] = resultOfGrowth(run(10_000_000, 1.1))
  expect(line).toMatchObject({
    id: 'L8',
    size: '10,000,000 calls against 100,000',
    passed: true,
    commit: 'abc',
  })
  expect(resultOfGrowth(run(10_000_000, 1.31))[0]?.passed).toBe(false)
  expect(resultOfGrowth(run(9_999_999, 1))).toEqual([])
})

it('has the mutation score of each area, and refuses a report of other sources', () => {
  const mutants = (...statuses: string[]) => statuses.map((status) => ({ status }))
  const files = (more: string[]): MutationReport['files'] => ({
    'apps/server/src/payments/invoices/rules.ts': { source: 'a', mutants: mutants('Killed', 'Timeout', ...more) },
    'packages/contract/src/chats/reaction-rules.ts': { source: 'b', mutants: mutants('Killed', 'Ignored') },
  })
  const good = mutationResult([{ files: files([]) }])
  expect(good).toMatchObject({ size: '3 mutants in 2 files', passed: true })
  expect(good.figures).toMatchObject({ payments_score: '100 %', chats_score: '100 %', survived: 0 })
  const bad = mutationResult([{ files: files(['Survived', 'NoCoverage']) }])
  expect(bad).toMatchObject({ passed: false, figures: { payments_score: '50 %', survived: 1, without_a_test: 1 } })
  expect(mutationResult([]).passed).toBe(false)
  const read = (path: string) => (path.includes('payments') ? 'changed' : 'b')
  expect(changedFiles([{ files: files([]) }], read)).toEqual(['apps/server/src/payments/invoices/rules.ts'])
})
