// Every row of an account as the database has it, so that two readings show what changed between them.
import pg from 'pg'
import { listAccountTables } from '../apps/server/src/lib/db/account-tables.ts'

/** What workers change later on: which work is done, and what they count of rows that are compared. */
const OF_WORKERS =
  /^(lane|webhook_due|webhook_endpoint|clean_up_run|traffic_day|statistics_change|\w+_statistics(_week)?)$/
/** They add to the logs of what they repeat; what is there stays as it is. */
const LOGS = /^(traffic|webhook_attempt) /

export type Rows = ReadonlyMap<string, string>

/** By table and key. */
export const readRows = async (adminUrl: string, host: string): Promise<Rows> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await client.query(text, [...values])).rows
    const rows = new Map<string, string>()
    for (const { name, accountColumn, key } of await listAccountTables(query)) {
      if (OF_WORKERS.test(name)) continue
      const found = await query<{ key: string; text: string }>(
        `select concat_ws(' ', ${key.join(', ')}) as key, t::text as text from "${name}" t
         where ${accountColumn} = (select account_id from account_host where host = $1)`,
        [host],
      )
      for (const one of found) rows.set(`${name} ${one.key}`, one.text)
    }
    return rows
  } finally {
    await client.end()
  }
}

/** The rows that were changed, removed or added. */
export const differingRows = (before: Rows, after: Rows): string[] => [
  ...[...before.keys()].filter((key) => before.get(key) !== after.get(key)),
  ...[...after.keys()].filter((key) => !before.has(key) && !LOGS.test(key)),
]
