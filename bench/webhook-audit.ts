// The audit of webhook deliveries: what the receiver got against what the system says that it sent.
import { type ChildProcess, fork } from 'node:child_process'
import type pg from 'pg'
import type { Received } from './webhook-receiver.ts'

/** The webhook-id of the bare loop. */
export const BARE = crypto.randomUUID()

export const startReceiver = async (): Promise<{
  url: string
  child: ChildProcess
  received: () => Promise<Received>
}> => {
  const child = fork(new URL('./webhook-receiver.ts', import.meta.url))
  const next = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  const port = await next<number>()
  const received = () => {
    const answer = next<Received>()
    child.send('what came?')
    return answer
  }
  return { url: `http://127.0.0.1:${port}`, child, received }
}

/**
 * Lost did not come, duplicated came more often than it was sent, wrong is what is not recorded as delivered once or was never
 * queued. An event for the endpoint that hangs may wait.
 */
export const auditDeliveries = async (
  admin: pg.Client,
  { ids, hanging }: Received,
  { since, moduleId }: { since: Date; moduleId: number },
) => {
  const came = new Map(ids)
  came.delete(BARE)
  const { rows } = await admin.query<{ id: string; tries: number; ok: number; late: boolean; hangs: boolean }>(
    `select event_id as id, count(attempt.webhook_id)::int as tries, count(*) filter (where attempt.ok)::int as ok,
       created_at >= $2 as late, module_id = $1 and created_at >= $2 as hangs
     from webhook left join webhook_attempt attempt on attempt.webhook_id = webhook.id
     group by event_id, created_at, module_id`,
    [moduleId, since],
  )
  const found = { events: 0, lost: 0, duplicated: 0, wrong: 0, beside_hanging: 0, hanging_requests: hanging }
  for (const { id, tries, ok, late, hangs } of rows) {
    const times = came.get(id) ?? 0
    came.delete(id)
    found.duplicated += Math.max(0, times - tries)
    if (hangs) {
      if (times < ok) found.wrong++
      continue
    }
    found.events++
    if (late) found.beside_hanging++
    if (times === 0) found.lost++
    if (ok !== 1) found.wrong++
  }
  found.wrong += came.size
  return found
}
