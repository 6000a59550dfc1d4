import { expect, it } from 'vitest'
import { SPEED_GOALS } from '../bench/bounds.ts'
import { scriptFrom } from '../bench/captured-statements.ts'
import { PATHS } from '../bench/paths/all.ts'
import { type Growth, performancePage, type Speed, type Upkeep } from './performance.ts'

const line = {
  ...{
    what: 'customers',
    path: 'call-event',
    from: 10,
    to: 1_000,
    growth: 1.1,
    server_growth: 1,
    postgres_growth: 1.2,
  },
  ...{ from_us: 100, to_us: 110, reached: true, statements: [] },
}
const growth: Growth = {
  bench: 'growth',
  machine: { cpus: '2 × CPU', memoryGb: 8, node: '26.0.0', loadBefore: 0.5 },
  details: { rate: 100, bound: 1.3, lines: [line] },
  commit: '0123456789ab',
  ranAt: '2026-11-18T01:00:00.000Z',
}

it('shows figures of published runs only, with machine, commit and size', () => {
  const page = performancePage({ growth })
  expect(page).toContain('| customers | call-event | 10 | 1,000 | 1.1 | 1 | 1.2 | yes |')
  expect(page).toContain('commit `0123456789ab`, 100 requests/s on either side. 2 × CPU, 8 GB')
  expect(page.match(/No run has been published yet\./g)).toHaveLength(4)
})

it('shows a bound that was not reached, and where the time goes', () => {
  const statements = [{ share: 0.9, pages_per_call: 400, statement: 'select from call' }]
  const page = performancePage({
    growth: { ...growth, details: { ...growth.details, lines: [{ ...line, growth: 2, reached: false, statements }] } },
  })
  expect(page).toContain('| **no** |')
  expect(page).toContain("1,000 customers: 0.9 of PostgreSQL's time, 400 pages a call: `select from call`")
})

it('says what was tried about a bound that was not reached, and nothing about one that was', () => {
  const page = (reached: boolean) =>
    performancePage({
      growth: { ...growth, details: { ...growth.details, lines: [{ ...line, what: 'accounts', reached }] } },
    })
  expect(page(false)).toContain('in one statement every 200 ms')
  expect(page(true)).not.toContain('in one statement every 200 ms')
})

const speedOf = (path: string, ratio: number | null, server_cpu_us: number): Speed => ({
  ...{ ...growth, bench: 'speed' },
  details: {
    ...{ managers: 1, customers: 1, orders: 1, chats: 1 },
    lines: [
      {
        ...{ path, title: path, statements: 9, rps: 100, server_cpu_us, postgres_cpu_us: 1, pgbench_tps: 200 },
        ...{ pgbench_postgres_cpu_us: 1, ratio, postgres_ratio: 1 },
      },
    ],
  },
})

it('shows the goal of each request beside what was reached', () => {
  const page = (...line: Parameters<typeof speedOf>) => performancePage({ speed: speedOf(...line) })
  expect(page('call-event', 0.5, 1)).toContain('| rate ÷ pgbench ≥ 0.5 | yes |')
  expect(page('call-event', 0.49, 1)).toContain('| rate ÷ pgbench ≥ 0.5 | **no** |')
  expect(page('call-event', null, 1)).toContain('| rate ÷ pgbench ≥ 0.5 | **no** |')
  expect(page('floor', null, 200)).toContain('| server CPU ≤ 200 µs | yes |')
  expect(page('floor', null, 201)).toContain('| server CPU ≤ 200 µs | **no** |')
  expect(page('upload', 0.1, 1)).toContain('| 9 | – | – |')
  const paths = PATHS.map(({ name }) => name)
  expect(Object.keys(SPEED_GOALS).filter((name) => !paths.includes(name))).toEqual([])
})

it('shows the bounds of upkeep, and which is missed', () => {
  const part = (p99_ratio: number) => ({ requests: 10, p50_ratio: 1, p99_ratio, server_cpu_ratio: 1 })
  const upkeep = (p99Index: number, size_growth: number): Upkeep => ({
    ...{ ...growth, bench: 'upkeep' },
    details: {
      ...{ calls: 10, size_mb: 5, size_growth },
      deletion: { ...part(1), deleted: 2, deleted_in_slices: 1 },
      index: { ...part(p99Index), slices: 1 },
    },
  })
  const missed = performancePage({ upkeep: upkeep(2.35, 1.2) })
  expect(missed).toContain('| 1 | 2.35 | 1 | **no** |')
  expect(missed).toContain(
    'while the index is built, p99 is 2.35 times as long as without; at most 1.5 times was wanted.',
  )
  expect(missed).toContain('(at most 1.1: **no**)')
  const kept = performancePage({ upkeep: upkeep(1.5, 1.1) })
  expect(kept).not.toContain('Bound missed')
  expect(kept).toContain('(at most 1.1: yes)')
})

const LOG = `7 ~ LOG:  execute durable: select set_config('app.account', $1, true)
7 ~ DETAIL:  parameters: $1 = '1'
7 ~ LOG:  execute s1: insert into call (id, note, event, at)
\tvalues ($1, $2, $3::jsonb, $4)
7 ~ DETAIL:  parameters: $1 = '1770000000001', $2 = NULL, $3 = '{"it''s":true}', $4 = '2026-11-18 04:10:58+00'
8 ~ LOG:  checkpoint starting: time
7 ~ LOG:  statement: begin; execute durable('1')
7 ~ DETAIL:  prepare: select set_config('app.account', $1, true)
7 ~ LOG:  execute s2: select from shop
7 ~ LOG:  statement: commit
7 ~ LOG:  execute asyncCommit: select set_config('app.account', $1, true)
7 ~ DETAIL:  parameters: $1 = '1'
7 ~ LOG:  execute s3: insert into traffic default values
`

it('[D-155] turns logged statements into a script of pgbench: the same transactions, new ids, no batched writes', () => {
  const { text, statements } = scriptFrom(LOG, (value) => /^\d{13}$/.test(value))
  expect(text.split('\n')).toEqual([
    '\\set first random(2000000000000, 9000000000000)',
    '\\set id0 :first + 0',
    '\\startpipeline',
    "select set_config('app.account', '1', true);",
    'insert into call (id, note, event, at)',
    `values (:id0, null, E'{"it''s"\\x3atrue}'::jsonb, E'2026-11-18 04\\x3a10\\x3a58+00');`,
    '\\endpipeline',
    'begin;',
    "select set_config('app.account', '1', true);",
    'select from shop;',
    'commit;',
    '',
  ])
  expect(statements).toBe(6)
})

it('refuses a statement whose values are not in the log', () => {
  expect(() => scriptFrom('7 ~ LOG:  execute s1: select $1\n', () => false)).toThrow('no value of $1')
})
