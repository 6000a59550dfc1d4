// The tables of an account, as the catalog lists them: whatever copies or erases an account relies on it.

import { createDatabase, type TestDatabase } from '@patchbay/testkit/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccountTable, listAccountTables } from '../../src/lib/db/account-tables.ts'

let database: TestDatabase
let client: pg.Client
let tables: AccountTable[]
beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  tables = await listAccountTables(async (text, values) => (await client.query(text, [...(values ?? [])])).rows)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const named = (name: string): AccountTable => {
  const found = tables.find((one) => one.name === name)
  if (!found) throw new Error(`no table ${name}`)
  return found
}

it('lists every table of the schema, parents first', async () => {
  const { rows } = await client.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  expect(tables.map(({ name }) => name).sort()).toEqual(rows.map(({ relname }) => relname).sort())
  expect(tables[0]?.name).toBe('account')
  for (const [place, { name, references }] of tables.entries())
    for (const { parent } of references)
      if (parent !== name)
        expect(
          tables.findIndex((one) => one.name === parent),
          `${name} → ${parent}`,
        ).toBeLessThan(place)
})

it('knows keys, columns, sequences and foreign keys', () => {
  expect(named('account')).toMatchObject({ accountColumn: 'id', key: ['id'] })
  expect(named('customer_phone')).toMatchObject({
    accountColumn: 'account_id',
    key: ['account_id', 'customer_id', 'place'],
  })
  expect(named('customer_order').sequence).toBe('public.customer_order_id_seq')
  expect(named('customer_order').columns.find(({ name }) => name === 'name_key')).toMatchObject({ generated: true })
  expect(named('customer_order').references.map(({ parent }) => parent)).toContain('order_status')
})
