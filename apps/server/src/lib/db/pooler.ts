import pg from 'pg'
import type { Pooling } from './database.ts'
import { explainOutage } from './pg-errors.ts'

// Which kind of pooler is between us and PostgreSQL, if any. A pooler does not say so: what `show` returns comes from
// PostgreSQL behind it. It is recognised by what it does.

export type Pooler = 'none' | Pooling

const ROUNDS = 10

const open = async (url: string): Promise<pg.Client> => {
  // Without settings at start-up, which a pooler may refuse.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const backendOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** PostgreSQL announces its process to each connection; a pooler announces a number of its own. */
const announced = (client: pg.Client): number => (client as unknown as { processID: number }).processID

/**
 * Two connections that take turns have one server each in session mode, and keep it. In transaction mode they get the
 * same one while the pool is idle, and changing ones while it is busy.
 */
export const detectPooler = async (url: string): Promise<Pooler> => {
  const first = await open(url)
  try {
    const own = await backendOf(first)
    if (own === announced(first)) return 'none'
    const second = await open(url)
    try {
      const other = await backendOf(second)
      for (let round = 0; round < ROUNDS; round++) {
        const seen = [await backendOf(first), await backendOf(second)]
        if (own === other || seen[0] !== own || seen[1] !== other) return 'transaction'
      }
      return 'session'
    } finally {
      await second.end()
    }
  } finally {
    await first.end()
  }
}

/** Named statements behind a transaction pooler fail, or silently answer another question: do not start. */
export const whyPoolingIsWrong = (pooler: Pooler, pooling: Pooling, setting = 'DATABASE_URL'): string | undefined =>
  pooler === 'transaction' && pooling === 'session'
    ? `${setting} leads to a pooler in transaction mode (PgBouncer with pool_mode = transaction), where named statements ` +
      'answer wrongly. Set DATABASE_POOLING=transaction, or give the address of PostgreSQL itself'
    : undefined

/** At start-up. */
export const assertPooling = async (url: string, pooling: Pooling): Promise<void> => {
  if (pooling === 'transaction') return
  const pooler = await detectPooler(url).catch((error) => {
    throw explainOutage(error, url)
  })
  const reason = whyPoolingIsWrong(pooler, pooling)
  if (reason) throw new Error(reason)
}
