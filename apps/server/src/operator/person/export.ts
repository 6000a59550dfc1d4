import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { FileStorage } from '../../lib/storage/file-storage.ts'
import { blobKey } from '../../platform/files/service.ts'
import { quote } from '../account/archive-format.ts'
import { assertFree, copyFile, readRows } from '../account/export.ts'
import type { Result } from '../result.ts'
import { makeStaging } from '../staging.ts'
import { withPerson } from './erase.ts'
import { PLACES } from './places.ts'

/** What is about the person and is never erased. */
const ALSO = [
  { table: 'order_item', where: 't.order_id in (select id from p_order)' },
  { table: 'invoice_history', where: 't.invoice_id in (select id from p_invoice)' },
]

/** Found by, but not about, the person: an index, and what only says that reports are to be computed again. */
const WITHOUT = ['message_token', 'call_token', 'search_token', 'statistics_change', 'webhook_due']

/** What may be about others too, and is left out: article 15 (4). */
const OTHERS: Readonly<Record<string, { row?: string; and?: string }>> = {
  // One request may read or upload many customers. What it said of this one is in the other tables.
  traffic: {
    row: `to_jsonb(t) - '{request,answer,about,sent,received,result,purpose}'::text[]
      || jsonb_build_object('url', regexp_replace(t.url, '[?#].*$', ''))`,
  },
  // Two people who were taken for one until the merge was undone.
  customer_merge: {
    and: 't.kept_id in (select id from p_customer) and t.merged_id in (select id from p_customer)',
  },
}

/** Each table once: a customer is either deleted or blanked. */
const EXPORTED = Map.groupBy(
  [...PLACES, ...ALSO].filter(({ table }) => !WITHOUT.includes(table)),
  ({ table }) => table,
)

const selectLines = (table: string, wheres: readonly string[]): string => {
  const { row = 'to_jsonb(t)', and = 'true' } = OTHERS[table] ?? {}
  return `select json_build_object('table', '${table}', 'row', ${row})::text as line from ${quote(table)} t
    where t.account_id = $1 and (${wheres.map((where) => `(${where})`).join(' or ')}) and (${and})`
}

/** All rows in one snapshot. */
const exportRows = async (client: pg.Client, accountId: number, target: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  async function* lines() {
    for (const [table, places] of EXPORTED) {
      const text = selectLines(
        table,
        places.map(({ where }) => where),
      )
      for await (const rows of readRows<{ line: string }>(client, text, [accountId])) {
        counts[table] = (counts[table] ?? 0) + rows.length
        yield rows.map(({ line }) => `${line}\n`).join('')
      }
    }
  }
  // The temporary tables were made before: they are all that this connection wrote.
  await client.query('begin isolation level repeatable read read only')
  await pipeline(lines, createWriteStream(target, { mode: 0o600 }))
  await client.query('commit')
  return counts
}

/** Each file under its id. Returns those that the storage does not have. */
const exportFiles = async (storage: FileStorage, accountId: number, ids: readonly string[], folder: string) => {
  const missing: string[] = []
  if (ids.length > 0) await mkdir(folder, { mode: 0o700 })
  for (const id of ids) {
    const stream = await storage.open(blobKey(accountId, id))
    if (stream) await copyFile(stream, join(folder, id))
    else missing.push(id)
  }
  return missing
}

/** GDPR, articles 15 and 20: every row about a person, one a line: {"table": …, "row": …}, and their files in a folder beside. */
export const exportPerson = async (
  deps: { config: Config; storage: FileStorage },
  accountId: number,
  term: string,
  file: string,
  adminUrl: string,
): Promise<Result> => {
  const target = resolve(file)
  const folder = `${target.replace(/\.jsonl$/, '')}-files`
  for (const one of [target, folder]) await assertFree(one)
  // Both get their names when they are whole.
  const staging = await makeStaging(dirname(target), 'person-export')
  try {
    return await withPerson(
      deps,
      accountId,
      term,
      adminUrl,
      async (client, { identity, pattern: _pattern, ...found }) => {
        const counts = await exportRows(client, accountId, join(staging, 'rows'))
        const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
        if (total === 0) throw new Error(`nothing about ${term} was found in this account; no file was written`)
        const { rows } = await client.query<{ id: string }>('select id::text from p_file order by 1')
        const ids = rows.map(({ id }) => id)
        const missing = await exportFiles(deps.storage, accountId, ids, join(staging, 'files'))
        if (ids.length > 0) await rename(join(staging, 'files'), folder)
        await rename(join(staging, 'rows'), target)
        const files = ids.length === 0 ? [] : [`${folder}: ${ids.length - missing.length} files`]
        const lost = missing.length === 0 ? [] : [`not in the storage: ${missing.join(', ')}`]
        return {
          text: [`${target}: ${total} rows`, ...files, ...lost].join('\n'),
          data: { file: target, rows: total, files: ids.length - missing.length, missing, counts, identity, found },
        }
      },
    )
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
