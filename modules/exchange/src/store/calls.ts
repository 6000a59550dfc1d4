import type { CallState, Message } from '../calls/call.ts'
import { type Database, inTransaction } from './schema.ts'

/** A call and what must be sent to the system about it, in one transaction. */
export const saveCall = (db: Database, state: CallState, messages: readonly Message[]): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query(
      `insert into call (id, state, ended) values ($1, $2, $3)
       on conflict (id) do update set state = excluded.state, ended = excluded.ended`,
      [state.id, JSON.stringify(state), state.endedAt !== undefined],
    )
    for (const { lane, ...body } of messages)
      await client.query('insert into outbox_message (lane, body) values ($1, $2)', [lane, JSON.stringify(body)])
  })

export const listOpenCalls = async (db: Database): Promise<CallState[]> =>
  (await db.query<{ state: CallState }>('select state from call where not ended order by created_at')).rows.map(
    ({ state }) => state,
  )

export const findCall = async (db: Database, id: string): Promise<CallState | undefined> => {
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined
  return (await db.query<{ state: CallState }>('select state from call where id = $1', [id])).rows[0]?.state
}

/** Calls of an extension within the last hour, for the limit of toll fraud. */
export const countOutgoing = async (db: Database, extension: string): Promise<number> => {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from call where created_at > now() - interval '1 hour'
     and state->>'direction' = 'out' and state->>'extension' = $1`,
    [extension],
  )
  return Number(rows[0]?.count ?? 0)
}

export const deleteOldCalls = async (db: Database, days: number): Promise<void> => {
  await db.query("delete from call where ended and created_at < now() - $1 * interval '1 day'", [days])
  await db.query("delete from outbox_message where sent_at < now() - $1 * interval '1 day'", [days])
  await db.query('delete from softphone_session where expires_at < now()')
  await db.query('delete from credential where expires_at < now()')
}
