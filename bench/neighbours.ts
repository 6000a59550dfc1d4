// The other accounts of a seeded installation, to which requests are sent with one key.
import type pg from 'pg'

/** Lets the key and the limits of this account serve in all others: a key is looked for in the account of the host name. */
export const copyKeyToAll = async (admin: pg.Client, host: string): Promise<void> => {
  const { rows } = await admin.query('select account_id from account_host where host = $1', [host])
  const { account_id: own } = rows[0]
  await admin.query('update account set limits = (select limits from account where id = $1)', [own])
  await admin.query(
    `insert into api_key (account_id, id, secret_hash, name, scopes)
     select account.id, key.id, key.secret_hash, key.name, key.scopes from api_key key, account
     where key.account_id = $1 and account.id <> $1`,
    [own],
  )
}

export const hostsLike = async (admin: pg.Client, pattern: string): Promise<string[]> => {
  const { rows } = await admin.query<{ host: string }>(
    'select host from account_host where host like $1 order by account_id',
    [pattern],
  )
  return rows.map(({ host }) => host)
}
