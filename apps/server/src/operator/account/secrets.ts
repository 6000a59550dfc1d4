import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Sealer } from '../../lib/security/sealer.ts'

// D-136: secrets are in an archive as they are in the database: sealed under the SECRET_KEY of their installation, which is
// not in the archive. The import keeps them, seals them again, or makes do without them.

type Sealed = { table: string; column: string; key: string; place: (accountId: number, key: string) => string }

/** Every sealed column, with the place it is bound to. */
const SEALED: readonly Sealed[] = [
  ...(['signing_secret', 'old_signing_secret'] as const).map((column) => ({
    table: 'integration_module',
    column,
    key: 'code',
    place: (accountId: number, code: string) => `${accountId}/integration_module/${code}/signing`,
  })),
  {
    table: 'integration_module',
    column: 'transport_token',
    key: 'code',
    place: (accountId, code) => `${accountId}/integration_module/${code}/transport`,
  },
  {
    table: 'second_factor',
    column: 'secret',
    key: 'user_id',
    place: (accountId, userId) => `${accountId}/second_factor/${userId}`,
  },
  {
    table: 'single_sign_on',
    column: 'client_secret',
    key: 'account_id',
    place: (accountId) => `${accountId}/single_sign_on/secret`,
  },
  { table: 'push_key', column: 'private_key', key: 'account_id', place: (accountId) => `${accountId}/push_key` },
]

/** Opens every secret with the key it was sealed with and seals it with ours; returns how many. */
export const resealSecrets = async (
  client: pg.Client,
  accountId: number,
  from: Sealer,
  to: Sealer,
): Promise<number> => {
  let count = 0
  for (const { table, column, key, place } of SEALED) {
    const { rows } = await client.query<{ key: string; sealed: Buffer }>(
      `select ${key}::text as key, ${column} as sealed from ${table} where account_id = $1 and ${column} is not null`,
      [accountId],
    )
    for (const row of rows) {
      const context = place(accountId, row.key)
      const sealed = to.seal(context, openWith(from, context, row.sealed))
      await client.query(`update ${table} set ${column} = $3 where account_id = $1 and ${key}::text = $2`, [
        accountId,
        row.key,
        sealed,
      ])
      count += 1
    }
  }
  return count
}

const openWith = (sealer: Sealer, context: string, sealed: Buffer): string => {
  try {
    return sealer.open(context, sealed)
  } catch {
    throw new Error('ARCHIVE_SECRET_KEY does not open the secrets of the archive')
  }
}

/** Without the old key: what is left cannot be used, and what was lost is said. */
export const dropSecrets = async (client: pg.Client, accountId: number, to: Sealer): Promise<string[]> => {
  const lost: string[] = []
  const note = (count: number | null, text: string) => {
    if (count) lost.push(`${count} ${text}`)
  }
  const { rows } = await client.query<{ code: string }>('select code from integration_module where account_id = $1', [
    accountId,
  ])
  for (const { code } of rows) {
    const place = `${accountId}/integration_module/${code}/signing`
    await client.query(
      `update integration_module set signing_secret = $3, old_signing_secret = null, old_secret_until = null,
         transport_token = null, transport_token_hash = null where account_id = $1 and code = $2`,
      [accountId, code, to.seal(place, randomBytes(32).toString('base64url'))],
    )
  }
  note(rows.length, 'modules: each registers again to get a new secret')
  await client.query('delete from recovery_code where account_id = $1', [accountId])
  const remove = async (table: string) =>
    (await client.query(`delete from ${table} where account_id = $1`, [accountId])).rowCount
  note(await remove('second_factor'), 'second factors: these people set one up again')
  note(await remove('single_sign_on'), 'single sign-on: an administrator enters the client secret again')
  note(await remove('push_key'), 'push key: a new one is made, browsers subscribe again')
  return lost
}
