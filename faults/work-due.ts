// What workers have yet to do: whatever they did can be judged only when nothing is left.
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'

/**
 * Lanes that are ready or held, those of webhooks among them, and jobs. A lane that waits after a failure is not due. A job is,
 * within a minute: pg-boss gives the job of a killed worker to the next after seconds. Scheduled ones come again and again.
 */
const DUE = `
  select kind as what from lane where next_at <= now() or held_until > now()
  union
  select name from pgboss.job where state in ('created', 'retry', 'active') and start_after < now() + interval '1 minute'
    and name <> 'dead-letters' and name not like '\\_\\_pgboss%' and name not in (select name from pgboss.schedule)`

/** Waits until no work is due, or none of this kind. Returns what still is after that time: nobody may judge it yet. */
export const waitForWork = async (adminUrl: string, ms: number, kind?: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const end = Date.now() + ms
    for (;;) {
      const { rows } = await client.query<{ what: string }>(DUE)
      const left = rows.map(({ what }) => what).filter((what) => kind === undefined || what === kind)
      if (left.length === 0 || Date.now() > end) return left
      await sleep(100)
    }
  } finally {
    await client.end()
  }
}
