import type { Page } from '@patchbay/contract/base/pages'
import type { Template, TemplateContent } from '@patchbay/contract/chats/templates'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export const listTemplates = async (db: Db, moduleId: number): Promise<Template[]> => {
  const rows = await db
    .selectFrom('message_template')
    .innerJoin('channel', (join) =>
      join
        .onRef('channel.account_id', '=', 'message_template.account_id')
        .onRef('channel.id', '=', 'message_template.channel_id'),
    )
    .select([
      'message_template.id',
      'message_template.channel_id',
      'message_template.code',
      'message_template.template',
    ])
    .where('channel.module_id', '=', moduleId)
    .orderBy('message_template.id')
    .execute()
  return rows.map((row) => {
    const template = row.template as TemplateContent
    const enabled = template.verification_status === 'approved'
    return { body: '', ...template, id: row.id, channel_id: row.channel_id, code: row.code, enabled }
  })
}

/** At most this many are offered to users. */
const MOST_OFFERED = 500

export const listTemplatesOfChannel = async (
  db: Db,
  channelId: number,
): Promise<{ code: string; content: TemplateContent }[]> => {
  const rows = await db
    .selectFrom('message_template')
    .select(['code', 'template'])
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .limit(MOST_OFFERED)
    .execute()
  return rows.map(({ code, template }) => ({ code, content: template as TemplateContent }))
}

export const findTemplate = async (db: Db, channelId: number, code: string): Promise<TemplateContent | undefined> => {
  const row = await db
    .selectFrom('message_template')
    .select('template')
    .where('channel_id', '=', channelId)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  return row?.template as TemplateContent | undefined
}

/** False when the channel has a template of this code already. */
export const insertTemplate = async (
  db: Db,
  channelId: number,
  code: string,
  template: TemplateContent,
): Promise<boolean> => {
  const row = await db
    .insertInto('message_template')
    .values({ channel_id: channelId, code, template: JSON.stringify(template) })
    .onConflict((conflict) => conflict.columns(['account_id', 'channel_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateTemplate = async (
  db: Db,
  channelId: number,
  code: string,
  template: TemplateContent,
): Promise<void> => {
  await db
    .updateTable('message_template')
    .set({ template: JSON.stringify(template) })
    .where('channel_id', '=', channelId)
    .where('code', '=', code)
    .execute()
}

export const deleteTemplate = async (db: Db, channelId: number, code: string): Promise<boolean> => {
  const [result] = await db
    .deleteFrom('message_template')
    .where('channel_id', '=', channelId)
    .where('code', '=', code)
    .execute()
  return Number(result?.numDeletedRows ?? 0) > 0
}

/** A page of the templates of these channels, and how many they have. */
export const listTemplatesOfChannels = async (
  db: Db,
  channelIds: readonly number[],
  { limit, page }: Page,
): Promise<{
  total: number
  templates: { id: number; channelId: number; code: string; content: TemplateContent }[]
}> => {
  const found = db.selectFrom('message_template').where('channel_id', '=', sql<number>`any(${channelIds}::bigint[])`)
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'channel_id', 'code', 'template'])
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const templates = rows.map(({ id, channel_id, code, template }) => ({
    ...{ id, code, channelId: channel_id },
    content: template as TemplateContent,
  }))
  return { total, templates }
}
