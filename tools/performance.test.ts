import { expect, it } from 'vitest'
import { scriptFrom } from '../bench/captured-statements.ts'
import { type Growth, performancePage } from './performance.ts'

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
