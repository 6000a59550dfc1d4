import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

export type Health = { drain: () => void }

/** /healthz: liveness. /readyz: readiness; it does not depend on Redis. */
export const healthOf = (app: FastifyInstance, deps: Deps): Health => {
  let draining = false
  // While draining, every response closes its connection, so that clients reconnect to another process.
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    if (draining) return reply.code(503).send({ ok: false, reason: 'draining' })
    try {
      await sql`select 1`.execute(deps.db)
      return { ok: true, redis: deps.redis.status === 'ready' ? 'ready' : 'away' }
    } catch {
      return reply.code(503).header('retry-after', '2').send({ ok: false, reason: 'the database is away' })
    }
  })
  return {
    drain: () => {
      draining = true
    },
  }
}
