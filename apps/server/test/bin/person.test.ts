// What is exported and erased of a person, on an account with a row of two people wherever the data of a person can be.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Planted, plantAccount } from '@patchbay/testkit/planted-account'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAccountTables } from '../../src/lib/db/account-tables.ts'
import { erasePerson, type Line } from '../../src/operator/person/erase.ts'
import { exportPerson } from '../../src/operator/person/export.ts'
import { PLACES } from '../../src/operator/person/places.ts'
import { NO_PROGRESS } from '../../src/operator/result.ts'
import { type System, startSystem } from '../support/system.ts'

const [OURS, OTHER] = [4_000_001, 4_000_002]
const GONE = { name: 'gone', phone: '+4915112345678', email: 'gone@mail.test' }
const STAYS = { name: 'stays', phone: '+4915187654321', email: 'stays@mail.test' }
/** A customer of another account with the same phone and email. */
const ELSEWHERE = { ...GONE, name: 'elsewhere' }
const PERSONAL = [...PLACES.map(({ table }) => table), 'order_item', 'invoice_history', 'csv_import', 'list_export']
/** Sent to both as a canned reply. */
const PRICE_LIST = '11111111-1111-4111-8111-111111111111'

let system: System
let client: pg.Client
let folder: string
let planted: Planted

const runOn = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await client.query(text, [...values])).rows as Row[]

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  client = new pg.Client({ connectionString: system.adminUrl })
  await client.connect()
  folder = await mkdtemp(join(tmpdir(), 'patchbay-person-'))
  const tables = await listAccountTables(runOn)
  const ours = { accountId: OURS, host: 'planted.test', people: [GONE, STAYS], personal: PERSONAL }
  planted = await plantAccount(client, tables, ours)
  await plantAccount(client, tables, { ...ours, accountId: OTHER, host: 'other.test', people: [ELSEWHERE] })
  await client.query('delete from account_closing')
  await client.query(`set app.account = '${OURS}'`)
  // Rows that erasing leaves as they are, and are about the person all the same.
  for (const table of ['order_payment', 'invoice_refund']) await client.query(`update ${table} set comment = ''`)
  // A list of customers that the request log kept.
  await client.query(
    `insert into traffic (direction, method, url, duration_ms, ok, verdict, answer)
     values ('in', 'GET', '/api/v5/customers?filter[name]=canary-stays-url', 1, true, 'ok', $1)`,
    [`{"customers":[{"phones":["${GONE.phone}"]},{"phones":["${STAYS.phone}"]}]}`],
  )
  await client.query(
    `insert into file (id, kind, mime_type, size, sha256, name)
     select $1, kind, mime_type, size, 'prices', 'prices.pdf' from file where account_id = $2 limit 1`,
    [PRICE_LIST, OURS],
  )
  const items = JSON.stringify([{ id: PRICE_LIST }])
  await client.query('update canned_reply set items = $1 where account_id = $2', [items, OURS])
  await client.query(
    `update message set detail = jsonb_build_object('items', $1::jsonb || jsonb_build_array(jsonb_build_object('id',
       case when detail::text like '%-gone-%' then $3 else $4 end))) where account_id = $2`,
    [items, OURS, planted.fileIds.gone, planted.fileIds.stays],
  )
  const stored = join(system.deps.config.fileFolder, String(OURS))
  await mkdir(stored, { recursive: true })
  for (const [name, id] of [...Object.entries(planted.fileIds), ['everybody', PRICE_LIST]])
    await writeFile(join(stored, id ?? ''), `the file of ${name}`)
})
afterAll(async () => {
  await client.end()
  await rm(folder, { recursive: true, force: true })
  await system.close()
})

const exportTo = (name: string, term = GONE.phone, deps = system.deps) =>
  exportPerson(deps, OURS, term, join(folder, name), system.adminUrl)
const erase = (dryRun: boolean) =>
  erasePerson(system.deps, OURS, GONE.phone, { adminUrl: system.adminUrl, dryRun }, NO_PROGRESS)

type Exported = { table: string; row: Record<string, unknown> }
const linesOf = async (name: string): Promise<Exported[]> =>
  (await readFile(join(folder, name), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** An index, what makes reports count again, a queue; and lists of many people, whose rows are exported instead. */
const NOT_ABOUT = ['message_token', 'call_token', 'search_token', 'statistics_change', 'webhook_due']
const LISTS = ['csv_import', 'list_export']

it('[D-137] exports every place that would be erased, and what is kept of the money', async () => {
  const { data } = await exportTo('gone.jsonl')
  const exported = Map.groupBy(await linesOf('gone.jsonl'), ({ table }) => table)
  expect(data.rows).toBe([...exported.values()].flat().length)
  const erased = (await erase(true)).data.lines as Line[]
  expect(erased.length).toBeGreaterThan(30)
  const counted = new Map<string, number>()
  // A customer is erased in one of two ways, and counted in both by a dry run.
  for (const { table, rows } of erased) counted.set(table, Math.max(rows, counted.get(table) ?? 0))
  const short = [...counted]
    .filter(([table]) => ![...NOT_ABOUT, ...LISTS].includes(table))
    .filter(([table, rows]) => (exported.get(table)?.length ?? 0) < rows)
  expect(short).toEqual([])
  for (const table of ['order_item', 'invoice_history', 'order_payment', 'invoice_refund'])
    expect(exported.get(table), table).toHaveLength(1)
  for (const table of [...NOT_ABOUT, ...LISTS]) expect(exported.get(table), table).toBeUndefined()
})

it('[D-137] exports nothing of another person or another account', async () => {
  const text = await readFile(join(folder, 'gone.jsonl'), 'utf8')
  expect(text).toContain('canary-gone-customer-first_name')
  for (const mark of ['canary-stays-', STAYS.phone.slice(3), STAYS.email, 'canary-elsewhere-', String(OTHER)])
    expect(text).not.toContain(mark)
  // The list that the request log kept is named, without what was in it.
  expect((await linesOf('gone.jsonl')).map(({ row }) => row.url)).toContain('/api/v5/customers')
})

it('[D-137] leaves out a merge with somebody else that was undone', async () => {
  const [kept] = await runOn<{ id: number }>(
    `select id from customer where account_id = $1 and first_name like 'canary-gone-%'`,
    [OURS],
  )
  const [merged] = await runOn<{ id: number }>(
    `select id from customer where account_id = $1 and first_name like 'canary-stays-%'`,
    [OURS],
  )
  await client.query(
    `insert into customer_merge (kept_id, merged_id, kept_before, kept_after, merged, moved, user_id, created_at, undone_at)
     select $1, $2, '{}', '{}', '{"name": "canary-stays-merged"}', '{}', user_id, now(), now()
     from customer_merge where account_id = $3 limit 1`,
    [kept?.id, merged?.id, OURS],
  )
  await exportTo('merged.jsonl')
  expect(await readFile(join(folder, 'merged.jsonl'), 'utf8')).not.toContain('canary-stays-')
})

it('[D-137] puts the files of the person beside, and not those that others have too', async () => {
  expect(await readdir(join(folder, 'gone-files'))).toEqual([planted.fileIds.gone])
  const path = join(folder, 'gone-files', planted.fileIds.gone ?? '')
  expect(await readFile(path, 'utf8')).toBe('the file of gone')
})

it('[D-137] finds the same by email, and names the files that the storage lost', async () => {
  const storage = { ...system.deps.storage, open: async () => undefined }
  const { data, text } = await exportTo('by-email.jsonl', GONE.email.toUpperCase(), { ...system.deps, storage })
  expect(await readFile(join(folder, 'by-email.jsonl'), 'utf8')).toBe(
    await readFile(join(folder, 'merged.jsonl'), 'utf8'),
  )
  expect(data).toMatchObject({ files: 0, missing: [planted.fileIds.gone] })
  expect(text).toContain(`not in the storage: ${planted.fileIds.gone}`)
})

it('[D-137] says that a person is unknown, overwrites nothing, and leaves nothing half written', async () => {
  const before = await readdir(folder)
  await expect(exportTo('nobody.jsonl', '+4915100000000')).rejects.toThrow('nothing about +4915100000000 was found')
  await expect(exportTo('nobody.jsonl', '205')).rejects.toThrow('neither an email address nor a whole phone number')
  await expect(exportTo('gone.jsonl')).rejects.toThrow('already exists')
  const storage = { ...system.deps.storage, open: () => Promise.reject(new Error('the storage is away')) }
  await expect(exportTo('broken.jsonl', GONE.phone, { ...system.deps, storage })).rejects.toThrow('the storage is away')
  expect(await readdir(folder)).toEqual(before)
})

it('[D-137] erases the files of the person, and not one that a canned reply or somebody else has', async () => {
  await erase(false)
  const left = await readdir(join(system.deps.config.fileFolder, String(OURS)))
  expect(left.sort()).toEqual([PRICE_LIST, planted.fileIds.stays].sort())
  await expect(exportTo('after.jsonl')).rejects.toThrow('nothing about')
})
