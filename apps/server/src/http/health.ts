import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { isFull, PoolBusy } from '../lib/db/connection.ts'

export type Health = { drain: () => void }

/** Proxies and kubelets wait longer than that for an answer (operator/cells/router-map.ts, deploy/helm). */
const ANSWER_MS = 1_000

/** For how long an answer may be missing; the latter while all connections are in use, as on a server that is busy itself. */
type Patience = { silentMs: number; busyMs: number }
const PATIENCE: Patience = { silentMs: 10_000, busyMs: 30_000 }

const LATE = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Query read timeout',
]

/** No answer in time, as under load. After any other error the database is away. */
const isLate = (error: unknown): boolean =>
  error instanceof PoolBusy || (error instanceof Error && LATE.includes(error.message))

/**
 * Whether the database answers, asked on the connections of the payment routes: when all others are in use, payments are still
 * served. An answer that is late takes no server out: its load would move on to the next one, and a slow database would be slow
 * for all of them at once.
 */
const createReadiness = ({ db, pool }: Deps['money'], { silentMs, busyMs }: Patience): (() => Promise<boolean>) => {
  let asking: Promise<void> | undefined
  /** When the first question was asked that has no answer. An outage ends with an answer: until then it is minus infinity. */
  let unansweredSince: number | undefined
  const ask = async (): Promise<void> => {
    unansweredSince ??= performance.now()
    try {
      await sql`select 1`.execute(db)
      unansweredSince = undefined
    } catch (error) {
      if (!isLate(error)) unansweredSince = Number.NEGATIVE_INFINITY
    }
  }
  return async () => {
    // One question at a time, however many ask: those that hang would take the connections from the payments.
    asking ??= ask().finally(() => {
      asking = undefined
    })
    await Promise.race([asking, sleep(ANSWER_MS, undefined, { ref: false })])
    const patience = isFull(pool) ? busyMs : silentMs
    return unansweredSince === undefined || performance.now() - unansweredSince < patience
  }
}

/** /healthz: liveness. /readyz: readiness; it does not depend on Redis. */
export const healthOf = (app: FastifyInstance, deps: Deps, patience = PATIENCE): Health => {
  const isReady = createReadiness(deps.money, patience)
  let draining = false
  // While draining, every response closes its connection, so that clients reconnect to another process.
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    if (draining) return reply.code(503).send({ ok: false, reason: 'draining' })
    if (await isReady()) return { ok: true, redis: deps.redis.status === 'ready' ? 'ready' : 'away' }
    return reply.code(503).header('retry-after', '2').send({ ok: false, reason: 'the database is away' })
  })
  return {
    drain: () => {
      draining = true
    },
  }
}
