import { ApiError } from '@patchbay/sdk/http'
import type { Message, MessageBody } from '../calls/call.ts'
import type { Database } from './schema.ts'

// At-least-once delivery to the system, in order within a lane (a call, a user), however long the system is unreachable.
// Lanes are independent: a slow answer about one call delays no other.

type Row = { id: string; key: string; lane: string; body: MessageBody }

const LANES_AT_ONCE = 8
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000

const nextOfEachLane = async (db: Database): Promise<Row[]> =>
  (
    await db.query<Row>(
      `select distinct on (lane) id, key, lane, body from outbox_message where sent_at is null order by lane, id`,
    )
  ).rows

/** A 4xx answer stays the same however often it is asked; 429, 5xx and no answer are temporary. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

export const insertMessage = async (db: Database, { lane, ...body }: Message): Promise<void> => {
  await db.query('insert into outbox_message (lane, body) values ($1, $2)', [lane, JSON.stringify(body)])
}

export const startDelivery = (options: {
  db: Database
  /** The key is the same on every attempt: the system recognises a repeat by it. */
  send: (body: MessageBody, key: string) => Promise<unknown>
  log: (line: string) => void
}) => {
  const { db, send, log } = options
  let stopped = false
  let again = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const complete = (id: string, refused: string | null) =>
    db.query('update outbox_message set sent_at = now(), refused = $2 where id = $1', [id, refused])
  const deliver = async ({ id, key, body }: Row): Promise<boolean> => {
    try {
      await send(body, key)
      await complete(id, null)
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log(`not sent: ${reason}`)
      if (!isFinal(error)) return false
      await complete(id, reason)
      return true
    }
  }
  const deliverAll = async (): Promise<void> => {
    for (;;) {
      again = false
      const rows = await nextOfEachLane(db)
      const results: boolean[] = []
      for (let start = 0; start < rows.length && !stopped; start += LANES_AT_ONCE)
        results.push(...(await Promise.all(rows.slice(start, start + LANES_AT_ONCE).map(deliver))))
      if (stopped) return
      if (results.includes(false)) throw new Error('the system does not answer')
      failures = 0
      if (rows.length === 0 && !again) return
    }
  }
  const run = (): void => {
    if (stopped) return
    again = true
    if (running !== undefined) return
    clearTimeout(timer)
    running = deliverAll()
      .catch(() => {
        if (!stopped) timer = setTimeout(run, Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS))
      })
      .finally(() => {
        running = undefined
      })
  }
  return {
    wake: run,
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
