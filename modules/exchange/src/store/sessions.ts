import { createHash, randomBytes } from 'node:crypto'
import type { Database } from './schema.ts'

// Softphones: a link that opens one once, and the session that it gives. Tokens are stored as hashes.

export type SessionKind = 'link' | 'session'
export type Session = { extension: string; userId: string; username: string | null }

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const newToken = (): string => randomBytes(24).toString('base64url')

export const insertSession = async (
  db: Database,
  session: { kind: SessionKind; extension: string; userId: string; username?: string; seconds: number },
): Promise<string> => {
  const token = newToken()
  await db.query(
    `insert into softphone_session values ($1, $2, $3, $4, $5, now() + $6::integer * interval '1 second')`,
    [hashOf(token), session.kind, session.extension, session.userId, session.username ?? null, session.seconds],
  )
  return token
}

const COLUMNS = 'extension, user_id as "userId", username'

/** A token of a link, or of a session that goes on in a new page, opens one session: it is deleted. */
export const takeSession = async (db: Database, token: string): Promise<Session | undefined> =>
  (
    await db.query<Session>(
      `delete from softphone_session where token_hash = $1 and expires_at > now() returning ${COLUMNS}`,
      [hashOf(token)],
    )
  ).rows[0]

export const findSession = async (db: Database, token: string): Promise<Session | undefined> =>
  (
    await db.query<Session>(
      `select ${COLUMNS} from softphone_session where token_hash = $1 and kind = 'session' and expires_at > now()`,
      [hashOf(token)],
    )
  ).rows[0]

export const deleteCredential = async (db: Database, username: string): Promise<void> => {
  await db.query('delete from credential where username = $1', [username])
}
