// D-144: what an account does not keep any longer is deleted, and nothing else.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Retention, RetentionPreview } from '@patchbay/contract/integration-modules/workspace/retention'
import { RETENTION, RETENTION_KINDS } from '@patchbay/contract/platform/retention-constants'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteOldMessages } from '../../src/chats/messages/retention-service.ts'
import { timelineJobs } from '../../src/crm/timeline/jobs.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { holdAccount } from '../../src/operator/account/closing.ts'
import { retentionCommand } from '../../src/operator/account/retention.ts'
import { reportJobs } from '../../src/payments/reports/jobs.ts'
import { actionLogJobs } from '../../src/platform/action-log/jobs.ts'
import { deleteExpired } from '../../src/platform/clean-up/retention-service.ts'
import { saveRetention } from '../../src/platform/clean-up/retention-store.ts'
import { purgeFiles } from '../../src/platform/files/jobs.ts'
import { blobKey } from '../../src/platform/files/service.ts'
import { markAllStale } from '../../src/platform/statistics/store.ts'
import { deleteOldCalls } from '../../src/telephony/calls/retention-service.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ada: HttpClient
beforeAll(async () => {
  system = await startSystem()
  ada = await system.fern.signIn('ada')
})
afterAll(() => system.close())

const DAY = 86_400_000
const START = Date.now()
const daysAgo = (days: number) => new Date(START - days * DAY)
const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, system.fern.accountId, work)
const count = async (table: string): Promise<number> => {
  const { rows } = await inFern((trx) =>
    sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(trx),
  )
  return rows[0]?.n ?? -1
}
const readRetention = async (): Promise<Retention> => {
  const { retention }: { retention: Retention } = (await ada.get('/workspace/retention')).body
  return retention
}
const purgeCalls = () =>
  deleteExpired(system.deps, system.fern.accountId, { kind: 'calls', now: new Date() }, deleteOldCalls)
const logCall = (days: number, phone = '+4915112345678') =>
  inFern((trx) =>
    sql`with made as (
          insert into call (logged_by, direction, phone, phone_key, state, result, started_at, ended_at, duration)
          values (${system.fern.userIds.ada}, 'in', ${phone}, ${phone}, 'ended', 'answered', ${daysAgo(days)}, ${daysAgo(days)}, 60)
          returning id)
        insert into call_event (call_id, event, steps) select id, '{}', '[]' from made`.execute(trx),
  )

it('[D-144] keeps business data for ever until an administrator says otherwise, and records the change', async () => {
  await logCall(4000)
  await purgeCalls()
  expect(await count('call')).toBe(1)
  expect((await readRetention()).settings.map(({ keepDays }) => keepDays)).toEqual(
    RETENTION_KINDS.map((kind) => RETENTION[kind].normally),
  )
  const settings = [{ kind: 'calls', keepDays: 365 }]
  const { deleted }: { deleted: RetentionPreview[] } = (
    await ada.postJson('/workspace/retention/preview', { settings })
  ).body
  expect(deleted).toMatchObject([{ kind: 'calls', rows: 1, more: false }])
  expect(await count('call')).toBe(1)
  expect((await ada.postJson('/workspace/retention', { settings })).status).toBe(200)
  const log: { records: unknown[] } = (await ada.get('/workspace/action-log', { recordType: 'Settings' })).body
  expect(log.records[0]).toMatchObject({
    action: 'settings.changed',
    detail: { changes: { 'retention.calls': ['for ever', '365'] } },
  })
})

it('[D-144] refuses less than the least of a kind, in the API, on the command line and in the database', async () => {
  const settings = [{ kind: 'action-log', keepDays: 364 }]
  expect((await ada.postJson('/workspace/retention', { settings })).status).toBe(400)
  const { deps, fern } = system
  const [host = ''] = (
    await inFern((trx) => sql<{ host: string }>`select host from account_host`.execute(trx))
  ).rows.map((row) => row.host)
  await expect(retentionCommand(deps, host, ['action-log=364'])).rejects.toThrow('at least 365 days')
  await expect(retentionCommand(deps, host, ['calls=soon'])).rejects.toThrow('not a setting')
  for (const kind of RETENTION_KINDS) {
    const { least } = RETENTION[kind]
    await expect(inAccount(deps.db, fern.accountId, (trx) => saveRetention(trx, kind, least - 1))).rejects.toThrow()
  }
  for (const kept of [{}, { keepDays: null }]) {
    const body = { settings: [{ kind: 'traffic', ...kept }] }
    expect((await ada.postJson('/workspace/retention/preview', body)).body).toMatchObject({ deleted: [] })
    await ada.postJson('/workspace/retention', body)
    expect((await readRetention()).settings.find(({ kind }) => kind === 'traffic')?.keepDays).toBeNull()
  }
  const bruno = await fern.signIn('bruno')
  expect((await bruno.get('/workspace/retention')).status).toBe(403)
})

it('[D-144] deletes old calls with their events, keeps newer ones, and a report keeps its figures', async () => {
  await system.work()
  await inFern((trx) => saveRetention(trx, 'calls', null))
  await logCall(400)
  await logCall(400, '+4915112345679')
  await logCall(100)
  const figures = async () => {
    await expect.poll(() => count('statistics_change')).toBe(0)
    const { rows } = await inFern((trx) =>
      sql<{ day: string; incoming: number }>`
        select to_char(day, 'YYYY-MM-DD') as day, incoming from call_statistics where dimension = 'all' order by day`.execute(
        trx,
      ),
    )
    return rows
  }
  const before = await figures()
  expect(before.map(({ incoming }) => incoming)).toEqual([1, 2, 1])
  await inFern((trx) => saveRetention(trx, 'calls', 365))
  await purgeCalls()
  expect([await count('call'), await count('call_event')]).toEqual([1, 1])
  expect(await count('statistics_change')).toBe(0)
  // Everything is computed again, and a call of a day that is no longer kept is uploaded.
  await inFern(markAllStale)
  await logCall(400)
  expect(await figures()).toEqual(before)
  const day = daysAgo(400).toISOString().slice(0, 10)
  const list: { keptFrom?: string } = (await ada.get('/workspace/calls', { from: day, to: day })).body
  expect(list.keptFrom).toBeDefined()
  await purgeCalls()
  expect(await count('call')).toBe(1)
  expect(await figures()).toEqual(before)
})

it('[D-144] deletes nothing while a legal hold lasts, and goes on when it is lifted', async () => {
  const ownerUrl = system.adminUrl.replace('postgres@', 'patchbay_owner@')
  await logCall(500)
  await holdAccount(ownerUrl, system.fern.accountId, 'case 12')
  expect((await readRetention()).hold).toMatchObject({ because: 'case 12' })
  await purgeCalls()
  expect(await count('call')).toBe(2)
  await expect(
    inFern((trx) => sql`select delete_expired('action_log', now() - interval '3 years', 0, 10)`.execute(trx)),
  ).rejects.toThrow('is held')
  await holdAccount(ownerUrl, system.fern.accountId, undefined)
  await purgeCalls()
  expect(await count('call')).toBe(1)
})

it('[D-144] deletes from logs only what is older than the least, though the app may not delete from them', async () => {
  const client = new pg.Client({ connectionString: system.adminUrl })
  await client.connect()
  const add = (days: number) =>
    client.query(
      `insert into action_log (account_id, at, record_type, actor, action) values ($1, $2, 'Settings', 'test', 'aged')`,
      [system.fern.accountId, daysAgo(days)],
    )
  for (const days of [900, 800, 700]) await add(days)
  await client.end()
  await inFern((trx) => saveRetention(trx, 'action-log', 730))
  await actionLogJobs(system.deps)[0]?.handle({})
  const { rows } = await inFern((trx) => sql`select at from action_log where action = 'aged'`.execute(trx))
  expect(rows).toHaveLength(1)
  await expect(
    inFern((trx) => sql`select delete_expired('action_log', now() - interval '10 days', 0, 10)`.execute(trx)),
  ).rejects.toThrow('at least 365 days')
  await expect(
    inFern((trx) => sql`select delete_expired('invoice', now() - interval '10 years', 0, 10)`.execute(trx)),
  ).rejects.toThrow('do not expire')
  await expect(inFern((trx) => trx.deleteFrom('action_log').execute())).rejects.toThrow('permission denied')
})

it('[D-144] walks the timeline and payment reports, and keeps reports that a person still has to judge', async () => {
  const invoiceId = crypto.randomUUID()
  await inFern(async (trx) => {
    await sql`insert into timeline (at, kind, actor) values (${daysAgo(500)}, 'note', 'x'), (${daysAgo(5)}, 'note', 'x')`.execute(
      trx,
    )
    await sql`insert into invoice_inbox (at, source, report) values (${daysAgo(900)}, 'm', '{}')`.execute(trx)
    await sql`insert into invoice_inbox (at, source, invoice_id, report) values (${daysAgo(900)}, 'm', ${invoiceId}, '{}')`.execute(
      trx,
    )
    await sql`insert into discrepancy (invoice_id, kind) values (${invoiceId}, 'too-early')`.execute(trx)
    await saveRetention(trx, 'timeline', 365)
    await saveRetention(trx, 'payment-reports', 730)
  })
  const before = await count('timeline')
  await timelineJobs(system.deps)[0]?.handle({})
  await reportJobs(system.deps)[0]?.handle({})
  expect([before - (await count('timeline')), await count('invoice_inbox')]).toEqual([1, 1])
})

it('[D-144] deletes messages with their reactions, and a conversation in which nothing happened since', async () => {
  await inFern(async (trx) => {
    await saveRetention(trx, 'messages', 90)
    await sql`
      with m as (insert into integration_module (code, integration_code, name, signing_secret) values ('mg', 'mg', 'mg', '') returning id),
        c as (insert into channel (module_id, type, settings) select id, 'telegram', '{}' from m returning id),
        quiet as (insert into chat (channel_id, external_user_id, active_at, created_at) select id, 'quiet', ${daysAgo(200)}, ${daysAgo(300)} from c returning id, channel_id),
        busy as (insert into chat (channel_id, external_user_id, unread, active_at, created_at) select id, 'busy', 2, ${daysAgo(1)}, ${daysAgo(300)} from c returning id, channel_id)
      insert into message (chat_id, channel_id, originator, type, content, status, created_at)
      select id, channel_id, 'customer', 'text', 'hello', 'received', at from quiet, (values (${daysAgo(300)}::timestamptz), (${daysAgo(200)}::timestamptz)) v (at)
      union all select id, channel_id, 'customer', 'text', 'hello', 'received', at from busy, (values (${daysAgo(300)}::timestamptz), (${daysAgo(1)}::timestamptz)) v (at)`.execute(
      trx,
    )
    await sql`update chat set last_message_id = (select max(id) from message m where m.chat_id = chat.id)`.execute(trx)
    await sql`insert into reaction (message_id, emoji, emoji_key, created_at) select min(id), '+', '+', ${daysAgo(290)} from message`.execute(
      trx,
    )
    await sql`update message set quote_id = (select min(o.id) from message o where o.chat_id = message.chat_id) where id = (select max(id) from message)`.execute(
      trx,
    )
  })
  const purge = () =>
    deleteExpired(system.deps, system.fern.accountId, { kind: 'messages', now: new Date() }, deleteOldMessages)
  await purge()
  await purge()
  const { rows } = await inFern((trx) =>
    sql<{ user: string; unread: number; messages: number; quotes: number }>`
      select external_user_id as user, unread, count(m.id)::integer as messages, count(m.quote_id)::integer as quotes
      from chat left join message m on m.chat_id = chat.id group by 1, 2`.execute(trx),
  )
  expect(rows).toEqual([{ user: 'busy', unread: 1, messages: 1, quotes: 0 }])
  expect(await count('reaction')).toBe(0)
  // A figure of the report of before opens a list that says so; one of what is kept, and the list of open chats, do not.
  const keptFrom = async (query: Record<string, string>): Promise<string | undefined> => {
    const list: { keptFrom?: string } = (await ada.get('/workspace/chats', query)).body
    return list.keptFrom
  }
  const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10)
  expect(await keptFrom({ counted: 'opened', from: dayOf(300) })).toBeDefined()
  expect(await keptFrom({ counted: 'opened', from: dayOf(30) })).toBeUndefined()
  expect(await keptFrom({})).toBeUndefined()
})

it('[D-146] deletes a file with its last reference, row first, and none that may still be used', async () => {
  const { deps, fern } = system
  const upload = async (name: string, days: number) => {
    const id = crypto.randomUUID()
    const path = join(folder, id)
    await writeFile(path, name)
    await deps.storage.put(blobKey(fern.accountId, id), { path, size: name.length })
    await inFern((trx) =>
      sql`insert into file (id, kind, mime_type, size, sha256, created_at)
        values (${id}, 'file', 'text/plain', 1, '', ${daysAgo(days)})`.execute(trx),
    )
    return id
  }
  const folder = await mkdtemp(join(tmpdir(), 'retention-'))
  const [old, fresh, sent, attached, canned] = [
    await upload('old', 8),
    await upload('fresh', 6),
    await upload('sent', 8),
    await upload('attached', 8),
    await upload('canned', 8),
  ]
  await inFern(async (trx) => {
    await sql`update message set detail = jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', ${sent}::text)))
      where id = (select max(id) from message)`.execute(trx)
    await sql`insert into attachment (file_id, filename) values (${attached}, 'a')`.execute(trx)
    await sql`insert into canned_reply (shortcut, title, text, items)
      values ('s', 't', 't', jsonb_build_array(jsonb_build_object('id', ${canned}::text)))`.execute(trx)
  })
  const left = async () => {
    const { rows } = await inFern((trx) => sql<{ id: string }>`select id from file`.execute(trx))
    return rows.map(({ id }) => id).toSorted()
  }
  const bytes = (id: string) => deps.storage.get(blobKey(fern.accountId, id))
  await purgeFiles(deps, fern.accountId, new Date())
  expect(await left()).toEqual([fresh, sent, attached, canned].toSorted())
  await expect.poll(() => bytes(old)).toBeUndefined()
  expect(await bytes(sent)).toBeDefined()
  // The message goes, and the file with it.
  await inFern((trx) => sql`update message set detail = '{}'`.execute(trx))
  await purgeFiles(deps, fern.accountId, new Date())
  expect(await left()).toEqual([fresh, attached, canned].toSorted())
  await expect.poll(() => bytes(sent)).toBeUndefined()
  await rm(folder, { recursive: true })
})
