import type { ChannelSettings } from '@patchbay/contract/chats/channels'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { TransportCaller } from '../../lib/http-in/callers.ts'

export type Channel = {
  id: number
  moduleId: number
  externalId: string | null
  type: string
  name: string | null
  avatarUrl: string | null
  active: boolean
  settings: ChannelSettings
  createdAt: Date
  updatedAt: Date | null
  activatedAt: Date
  deactivatedAt: Date | null
}

const COLUMNS = [
  'id',
  'module_id',
  'external_id',
  'type',
  'name',
  'avatar_url',
  'active',
  'settings',
  'created_at',
  'updated_at',
  'activated_at',
  'deactivated_at',
] as const

type Row = Awaited<ReturnType<typeof selectRow>>
const selectRow = (db: Db) => db.selectFrom('channel').select(COLUMNS).executeTakeFirstOrThrow()

const toChannel = (row: Row): Channel => ({
  id: row.id,
  moduleId: row.module_id,
  externalId: row.external_id,
  type: row.type,
  name: row.name,
  avatarUrl: row.avatar_url,
  active: row.active,
  settings: row.settings as ChannelSettings,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  activatedAt: row.activated_at,
  deactivatedAt: row.deactivated_at,
})

export type ChannelEdit = {
  type: string
  externalId: string | null
  name: string | null
  avatarUrl: string | null
  settings: ChannelSettings
}

const columnsOf = (edit: ChannelEdit) => ({
  type: edit.type,
  external_id: edit.externalId,
  name: edit.name,
  avatar_url: edit.avatarUrl,
  settings: JSON.stringify(edit.settings),
})

export type ChannelFilter = {
  id?: number
  active?: boolean
  types?: string[]
  since?: string
  until?: string
  limit: number
  sort?: 'asc' | 'desc'
}

export const listChannels = async (db: Db, moduleId: number, filter: ChannelFilter): Promise<Channel[]> => {
  let query = db.selectFrom('channel').select(COLUMNS).where('module_id', '=', moduleId)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.active !== undefined) query = query.where('active', '=', filter.active)
  if (filter.types) query = query.where('type', '=', sql<string>`any(${filter.types}::text[])`)
  if (filter.since) query = query.where('created_at', '>=', new Date(filter.since))
  if (filter.until) query = query.where('created_at', '<=', new Date(filter.until))
  const rows = await query
    .orderBy('id', filter.sort ?? 'asc')
    .limit(filter.limit)
    .execute()
  return rows.map(toChannel)
}

/** Another transport's channel is not found, as if it did not exist. */
const findChannel = async (db: Db, moduleId: number, id: number): Promise<Channel | undefined> => {
  const row = await db
    .selectFrom('channel')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('module_id', '=', moduleId)
    .executeTakeFirst()
  return row && toChannel(row)
}

export const getChannel = async (db: Db, id: number): Promise<Channel> =>
  toChannel(await db.selectFrom('channel').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow())

export const lockChannel = async (db: Db, moduleId: number, id: number): Promise<Channel | undefined> => {
  const row = await db
    .selectFrom('channel')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('module_id', '=', moduleId)
    .forUpdate()
    .executeTakeFirst()
  return row && toChannel(row)
}

export const insertChannel = async (db: Db, moduleId: number, edit: ChannelEdit): Promise<Channel> =>
  toChannel(
    await db
      .insertInto('channel')
      .values({ module_id: moduleId, ...columnsOf(edit) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )

/** With `activate` the channel becomes active too. */
export const updateChannel = async (db: Db, id: number, edit: ChannelEdit, activate: boolean): Promise<Channel> =>
  toChannel(
    await db
      .updateTable('channel')
      .set({
        ...columnsOf(edit),
        updated_at: sql`now()`,
        ...(activate && { active: true, activated_at: sql<Date>`now()`, deactivated_at: null }),
      })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )

export const deactivateChannel = async (db: Db, id: number): Promise<Channel> =>
  toChannel(
    await db
      .updateTable('channel')
      .set({ active: false, deactivated_at: sql`coalesce(deactivated_at, now())`, updated_at: sql`now()` })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )

export const listChannelsById = async (db: Db, ids: readonly number[]): Promise<Channel[]> => {
  const rows = await db
    .selectFrom('channel')
    .select(COLUMNS)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map(toChannel)
}

/** A channel of the calling transport itself. */
export const getChannelOfModule = async (trx: Db, caller: TransportCaller, id: number): Promise<Channel> =>
  (await findChannel(trx, caller.moduleId, id)) ?? fail('channel_unknown')

/** Of all transports, by name. */
export const listActiveChannels = async (db: Db): Promise<Channel[]> => {
  const rows = await db
    .selectFrom('channel')
    .select(COLUMNS)
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .limit(1000)
    .execute()
  return rows.map(toChannel)
}

/** Of all transports, or of these modules, also inactive ones. */
export const listChannelsOfModules = async (db: Db, modules: readonly string[] | null): Promise<Channel[]> => {
  let query = db.selectFrom('channel').select(COLUMNS).orderBy('id').limit(1000)
  if (modules !== null)
    query = query.where('module_id', 'in', (eb) =>
      eb.selectFrom('integration_module').select('id').where('code', '=', sql<string>`any(${modules}::text[])`),
    )
  return (await query.execute()).map(toChannel)
}
