import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { PoolBusy } from '../lib/db/connection.ts'

export type Health = { drain: () => void }

/** Proxies and kubelets wait longer than that for an answer (operator/cells/router-map.ts, deploy/helm). */
const ANSWER_MS = 1_000
/** Nobody gets a connection for so long: that is a database which is cut off, not a busy server. */
const MOST_BUSY_MS = 30_000

/** The pool says the latter when all of its connections were in use until the end of the wait. */
const isBusy = (error: unknown): boolean =>
  error instanceof PoolBusy || (error instanceof Error && error.message === 'timeout exceeded when trying to connect')

/**
 * Whether the database answers, asked on the connections of the payment routes: when all others are in use, payments are still
 * served. Nor does a load that has taken these take the server out: it would move on to the next one.
 */
const createReadiness = ({ db, pool }: Deps['money'], mostBusyMs: number): (() => Promise<boolean>) => {
  let asking: Promise<'here' | 'busy' | 'away'> | undefined
  let busySince: number | undefined
  const ask = async () => {
    try {
      await sql`select 1`.execute(db)
      return 'here'
    } catch (error) {
      return isBusy(error) ? 'busy' : 'away'
    }
  }
  const giveUp = async () => {
    await sleep(ANSWER_MS, undefined, { ref: false })
    return pool.waitingCount > 0 ? 'busy' : 'away'
  }
  return async () => {
    // One question at a time, however many ask: those that hang would take the connections from the payments.
    asking ??= ask().finally(() => {
      asking = undefined
    })
    const answer = await Promise.race([asking, giveUp()])
    if (answer !== 'busy') {
      busySince = undefined
      return answer === 'here'
    }
    busySince ??= performance.now()
    return performance.now() - busySince < mostBusyMs
  }
}

/** /healthz: liveness. /readyz: readiness; it does not depend on Redis. */
export const healthOf = (app: FastifyInstance, deps: Deps, mostBusyMs = MOST_BUSY_MS): Health => {
  const isReady = createReadiness(deps.money, mostBusyMs)
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
