import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { quote } from '../account/archive-format.ts'
import { readRows } from '../account/export.ts'
import type { Result } from '../result.ts'
import { withPerson } from './erase.ts'
import { PLACES } from './places.ts'

/** What is about the person and is never erased. */
const ALSO = [
  { table: 'order_item', where: 't.order_id in (select id from p_order)' },
  { table: 'invoice_history', where: 't.invoice_id in (select id from p_invoice)' },
]

/** Found by, but not about, the person: an index, and what only says that reports are to be computed again. */
const WITHOUT = ['message_token', 'call_token', 'search_token', 'statistics_change', 'webhook_due']

/** GDPR, articles 15 and 20: every row about a person, one a line: {"table": …, "row": …}. */
export const exportPerson = (
  deps: { config: Config },
  accountId: number,
  term: string,
  file: string,
  adminUrl: string,
): Promise<Result> =>
  withPerson(deps, accountId, term, adminUrl, async (client, { identity, pattern: _pattern, ...found }) => {
    const target = resolve(file)
    const counts: Record<string, number> = {}
    const places = [...PLACES, ...ALSO].filter(({ table }) => !WITHOUT.includes(table))
    const seen = new Set<string>()
    async function* lines() {
      for (const { table, where } of places) {
        const text = `select json_build_object('table', '${table}', 'row', to_jsonb(t))::text as line
          from ${quote(table)} t where t.account_id = $1 and (${where})`
        for await (const rows of readRows<{ line: string }>(client, text, [accountId])) {
          const fresh = table === 'customer' ? rows.filter(({ line }) => !seen.has(line)) : rows
          if (table === 'customer') for (const { line } of fresh) seen.add(line)
          counts[table] = (counts[table] ?? 0) + fresh.length
          yield fresh.map(({ line }) => `${line}\n`).join('')
        }
      }
    }
    // The temporary tables were made before: they are all that this connection wrote.
    await client.query('begin isolation level repeatable read read only')
    await pipeline(lines, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
    await client.query('commit')
    const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
    return { text: `${target}: ${total} rows`, data: { file: target, rows: total, counts, identity, found } }
  })
