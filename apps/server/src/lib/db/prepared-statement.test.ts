import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { DB } from '../../db.generated.ts'
import { preparedStatement } from './prepared-statement.ts'

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

it('binds each value wherever its parameter occurs, and leaves constants alone', () => {
  const statement = preparedStatement<{ code: string; id: number }, { id: number }>((of, param) =>
    of
      .selectFrom('shop')
      .select('id')
      .where('active', '=', true)
      .where('code', '=', param('code'))
      .where(sql<boolean>`(id > ${param('id')} or name = ${param('code')})`)
      .limit(5)
      .compile(),
  )
  const first = statement(db, { code: 'a', id: 1 })
  expect(first.sql).toBe(
    'select "id" from "shop" where "active" = $1 and "code" = $2 and (id > $3 or name = $4) limit $5',
  )
  expect(first.parameters).toEqual([true, 'a', 1, 'a', 5])
  const second = statement(db, { code: 'b', id: 2 })
  expect(second.parameters).toEqual([true, 'b', 2, 'b', 5])
  expect(first.parameters).toEqual([true, 'a', 1, 'a', 5])
})

it('compiles a statement once', () => {
  let builds = 0
  const statement = preparedStatement<{ id: number }, unknown>((of, param) => {
    builds++
    return sql`select ${param('id')}::int`.compile(of)
  })
  for (let id = 0; id < 3; id++) expect(statement(db, { id }).parameters).toEqual([id])
  expect(builds).toBe(1)
})

it('passes objects, arrays and null as values', () => {
  const statement = preparedStatement<{ of: unknown }, unknown>((of, param) => sql`select ${param('of')}`.compile(of))
  for (const value of [null, ['x'], { placeholder: 'of' }, Buffer.from('x')])
    expect(statement(db, { of: value }).parameters).toEqual([value])
})
