import { type Postgres, startPostgres, waitUntil } from '@patchbay/testkit/services'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/lib/db/database.ts'
import { isOutage } from '../../src/lib/db/pg-errors.ts'

// A server of its own: its settings are changed for all.
let postgres: Postgres
let admin: pg.Client
const opened: Database[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query('set synchronous_commit = local')
  await admin.query('create table written (what text)')
  // Each transaction looks whether its account is being moved.
  await admin.query('create schema cell; create table cell.account_gate (account_id integer, state text)')
  await admin.query(`create function cell.refuse_account(text) returns boolean language sql as 'select false'`)
}, 120_000)
afterAll(async () => {
  for (const { close } of opened) await close()
  await admin.end()
  await postgres.remove()
})

const open = (): Database => {
  const options = { url: postgres.adminUrl, max: 1, applicationName: 'failover test', onError: () => undefined }
  const database = openDatabase(options)
  opened.push(database)
  return database
}

const write = ({ db }: Database, what: string) => sql`insert into written values (${what})`.execute(db)

const configure = async (setting: string): Promise<void> => {
  await admin.query(`alter system ${setting}`)
  await admin.query('select pg_reload_conf()')
}

it('[D-141] does not acknowledge a commit whose wait for the synchronous standby was cancelled', async () => {
  const database = open()
  await write(database, 'before')
  await configure(`set synchronous_standby_names = 'nobody'`)
  const waiting = async () => {
    const { rows } = await admin.query(
      `select pid from pg_stat_activity where application_name = 'failover test' and wait_event = 'SyncRep'`,
    )
    return rows[0]?.pid as number | undefined
  }
  // The setting takes effect a moment after the reload: the first writes may not wait yet.
  const attempts = (async () => {
    for (;;) {
      const error = await write(database, 'alone').then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (error) return error
    }
  })()
  await waitUntil('a commit waits', async () => (await waiting()) !== undefined)
  await admin.query('select pg_cancel_backend($1)', [await waiting()])
  const error = await attempts
  expect(error).toMatchObject({ code: '08007' })
  expect(isOutage(error)).toBe(true)
  await configure('reset synchronous_standby_names')
  await write(database, 'after')
  const { rows } = await admin.query(`select what from written where what = 'after'`)
  expect(rows).toHaveLength(1)
})

it('[D-141] treats a standby as an outage, and leaves its connection', async () => {
  await admin.query('alter role postgres set default_transaction_read_only = on')
  const database = open()
  const error = await write(database, 'to a standby').catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '25006' })
  expect(isOutage(error)).toBe(true)
  await admin.query('alter role postgres reset default_transaction_read_only')
  // The same connection would still be read-only.
  await write(database, 'to the primary')
  const { rows } = await admin.query(`select what from written where what like 'to %'`)
  expect(rows).toEqual([{ what: 'to the primary' }])
})
