import type { UserStatus } from '@patchbay/sdk/shapes'
import { type Database, inTransaction } from './schema.ts'

export type Extension = { code: string; userId: string | null; status: UserStatus; setBusy: boolean }
/** Where a telephone is reached; `browser` over WebSocket. */
export type Contact = { code: string; uri: string; browser: boolean }

export const listExtensions = async (db: Database): Promise<Extension[]> =>
  (
    await db.query<Extension>(
      'select code, user_id as "userId", status, set_busy as "setBusy" from extension order by code',
    )
  ).rows

export type Directory = {
  additionalCodes: readonly { userId: string; code: string }[]
  externalPhones: readonly { siteCode: string; externalPhone: string }[]
}

/** What the system says about extensions and numbers. It is kept, for when the system is away. */
export const saveDirectory = (db: Database, { additionalCodes, externalPhones }: Directory): Promise<void> =>
  inTransaction(db, async (client) => {
    const codes = additionalCodes.map(({ code }) => code)
    await client.query('delete from extension where code <> all($1)', [codes])
    for (const { code, userId } of additionalCodes)
      await client.query(
        'insert into extension (code, user_id) values ($1, $2) on conflict (code) do update set user_id = $2',
        [code, userId],
      )
    await client.query('delete from line')
    for (const { siteCode, externalPhone } of externalPhones)
      await client.query('insert into line values ($1, $2) on conflict do nothing', [externalPhone, siteCode])
  })

export const listLines = async (db: Database): Promise<{ externalPhone: string; siteCode: string }[]> =>
  (await db.query('select external_phone as "externalPhone", site_code as "siteCode" from line')).rows

export const setStatus = async (db: Database, code: string, status: UserStatus, setBusy = false): Promise<void> => {
  await db.query('update extension set status = $2, set_busy = $3 where code = $1', [code, status, setBusy])
}

/** sip:10.0.0.1:5062;transport=ws → 10.0.0.1~5062~5, which Kamailio's handle_ruri_alias() reads. */
const aliasOf = (received: string): string => {
  const [, host, port, transport = 'udp'] = /^sips?:([^:;]+):(\d+)(?:;transport=(\w+))?/i.exec(received) ?? []
  const protocol = { udp: 1, tcp: 2, tls: 3, sctp: 4, ws: 5, wss: 6 }[transport.toLowerCase()]
  return host === undefined ? '' : `;alias=${host}~${port}~${protocol ?? 1}`
}

export const listContacts = async (db: Database, code?: string): Promise<Contact[]> => {
  const { rows } = await db.query<{ username: string; contact: string; received: string | null }>(
    `select username, contact, received from location
     where expires > now() at time zone 'utc' and ($1::varchar is null or username = $1) order by id`,
    [code ?? null],
  )
  return rows.map(({ username, contact, received }) => ({
    code: username,
    uri: contact + (received ? aliasOf(received) : ''),
    browser: /transport=wss?/i.test(contact) || /transport=wss?/i.test(received ?? ''),
  }))
}

/** The connections of browsers ended with the process that held them. */
export const deleteBrowserContacts = async (db: Database): Promise<void> => {
  await db.query("delete from location where contact ilike '%transport=ws%' or received ilike '%transport=ws%'")
}

export const saveCredential = async (
  db: Database,
  credential: { username: string; extension: string; ha1: string; seconds?: number },
): Promise<void> => {
  const { username, extension, ha1, seconds } = credential
  await db.query(
    `insert into credential values ($1, $2, $3, now() + $4::integer * interval '1 second')
     on conflict (username) do update set extension = $2, ha1 = $3, expires_at = excluded.expires_at`,
    [username, extension, ha1, seconds ?? null],
  )
}
