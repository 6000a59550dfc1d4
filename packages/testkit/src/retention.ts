import pg from 'pg'

/** As if the worker had deleted the calls and messages before this moment (D-144). */
export const setDeletedTo = async (adminUrl: string, host: string, moment: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(
      `insert into retention (account_id, kind, keep_days, deleted_to)
       select account_id, kind, 365, $2 from account_host, (values ('calls'), ('messages')) kinds (kind) where host = $1
       on conflict (account_id, kind) do update set deleted_to = excluded.deleted_to`,
      [host, moment],
    )
  } finally {
    await client.end()
  }
}
