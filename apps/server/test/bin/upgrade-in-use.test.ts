// The release before goes on writing between two files of a migration; what its rows already caused is not done again.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropDatabase } from '@patchbay/testkit/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { JOBS } from '../../src/background/job-list.ts'
import { readAdminUrl, readConfig } from '../../src/config.ts'
import { listMigrations, migrate } from '../../src/operator/migrations.ts'
import { restoreCommand } from '../../src/operator/restore.ts'
import { NO_PROGRESS } from '../../src/operator/result.ts'

const ARCHIVE = 'apps/server/test/releases/0.9.0.tar'
const name = `patchbay_upgrade_${process.pid}_in_use`
const urlAs = (role: string): string =>
  Object.assign(new URL(readAdminUrl()), { username: role, pathname: `/${name}` }).href

let folder: string
let admin: pg.Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-upgrade-'))
  const config = readConfig({
    DATABASE_URL: urlAs('patchbay'),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    FILE_FOLDER: join(folder, 'files'),
    NODE_ENV: 'development',
  })
  await restoreCommand(config, ARCHIVE, { adminUrl: readAdminUrl() }, NO_PROGRESS)
  admin = new pg.Client({ connectionString: urlAs(new URL(readAdminUrl()).username) })
  await admin.connect()
  await admin.query(`select set_config('app.account', (select min(id)::text from account), false)`)
  // A channel without its module.
  await admin.query(`set session_replication_role = replica; insert into channel (module_id, type) values (1, 'telegram');
    set session_replication_role = default`)
})
afterAll(async () => {
  await admin.end()
  await dropDatabase(name)
  await rm(folder, { recursive: true })
})

/** The files up to this one, as if the migration were killed after it. */
const migrateUpTo = async (last: string): Promise<void> => {
  const part = join(folder, last)
  for (const file of await listMigrations())
    if (file <= last) await cp(`apps/server/migrations/${file}.sql`, join(part, `${file}.sql`))
  await migrate(urlAs('patchbay_owner'), JOBS, part)
}

const CLOSED = `state = 'closed', state_at = now()`
const REOPENED = `state = 'open', state_at = now()`
const create = (...names: string[]) =>
  admin.query(
    `insert into chat (channel_id, external_user_id, created_at)
       select channel.id, client, now() - interval '1 day' from channel, unnest($1::text[]) client`,
    [names],
  )
const change = (chat: string, values: string) =>
  admin.query(`update chat set ${values} where external_user_id = $1`, [chat])

it('statistics of chats: those that are opened and closed between their triggers and their history count once', async () => {
  await migrateUpTo('0172-payment-statistics')
  await create('stays open', 'stays closed', 'is closed', 'is reopened', 'is closed and reopened')
  for (const chat of ['stays closed', 'is reopened']) await change(chat, CLOSED)
  await migrateUpTo('0173-chat-statistics')
  await create('is new', 'is new and closed')
  for (const chat of ['is closed', 'is closed and reopened', 'is new and closed']) await change(chat, CLOSED)
  for (const chat of ['is reopened', 'is closed and reopened']) await change(chat, REOPENED)
  await migrate(urlAs('patchbay_owner'), JOBS)
  const { rows } = await admin.query(
    `select c.external_user_id as chat, p.opened_at = c.created_at as whole, p.closed_at is null as open
     from chat c left join chat_period p on p.chat_id = c.id where c.external_user_id ~ '^(stays|is) ' order by 1`,
  )
  const period = (chat: string, open: boolean) => ({ chat, whole: true, open })
  expect(rows).toEqual([
    period('is closed', false),
    period('is closed and reopened', true),
    period('is new', true),
    period('is new and closed', false),
    period('is reopened', true),
    period('stays closed', false),
    period('stays open', true),
  ])
})
