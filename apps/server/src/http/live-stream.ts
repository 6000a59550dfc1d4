import { defineEndpoint } from '@patchbay/contract/base/endpoint'
import type { LiveEvent } from '@patchbay/contract/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { inAccount } from '../lib/db/transaction.ts'
import type { UserCaller } from '../lib/http-in/callers.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import type { Start } from '../lib/live/event-log.ts'
import { EVERYONE, WALLS } from '../lib/live/live.ts'
import { REQUEST_ID_HEADER } from '../lib/process/request-id.ts'
import { enqueueRouting } from '../platform/routing/service.ts'
import { startHeartbeat } from './heartbeat.ts'

// GET /workspace/live: server-sent events. A browser starts at the position it got with its first page (`liveFrom` of
// /workspace/me, as `from`), and reconnects with the id of the last event, as every EventSource does; after an error
// response, when the browser has to open a new one, as `lastEventId`.

const live = defineEndpoint({
  id: 'workspace.live',
  summary: 'Live events',
  method: 'GET',
  path: '/workspace/live',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: Type.Unknown(),
})

/** A browser that does not read its socket is disconnected; it reconnects and resyncs. */
const MOST_UNSENT_BYTES = 256 * 1024

const topicsOf = ({ role }: UserCaller, isWall: boolean): ReadonlySet<string> =>
  new Set([EVERYONE, ...(role === 'admin' ? ['admins'] : []), ...(isWall ? [WALLS] : [])])

/** D-131: a wall shows what happens; it does not make the user whose session it has present. */
const isWall = ({ query }: FastifyRequest): boolean => (query as { view?: unknown }).view === 'wall'

/** One event goes to many browsers in turn: it is serialised once. */
const createFrames = () => {
  let [last, data]: [LiveEvent | undefined, string] = [undefined, '']
  return (id: string, event: LiveEvent): string => {
    if (event !== last) [last, data] = [event, JSON.stringify(event)]
    return `${id ? `id: ${id}\n` : ''}data: ${data}\n\n`
  }
}

const startOf = ({ headers, query }: FastifyRequest): Start | undefined => {
  const { from, lastEventId } = query as { from?: unknown; lastEventId?: unknown }
  const last = headers['last-event-id'] ?? lastEventId
  if (typeof last === 'string') return { id: last, resumes: true }
  return typeof from === 'string' ? { id: from, resumes: false } : undefined
}

/** Conversations may wait for somebody who is here: the router looks when a browser connects. */
const announcePresence = async (deps: Deps, { accountId, userId }: UserCaller): Promise<void> => {
  await deps.presence.heartbeat(accountId, [userId])
  try {
    if (!(await deps.accounts.account(accountId)).routing) return
    await inAccount(deps.db, accountId, (trx) => enqueueRouting(deps, trx))
    await deps.lanes.notifyWorkers()
  } catch (error) {
    // The router looks every minute anyway.
    deps.log.warn({ err: error }, 'routing was not enqueued when a browser connected')
  }
}

export const liveRoute = (app: FastifyInstance, deps: Deps, authenticate: RouteContext['authenticate']): void => {
  const open = new Set<() => void>()
  const frame = createFrames()
  const heartbeat = startHeartbeat(deps)
  // On shutdown the streams end; browsers reconnect to another process.
  app.addHook('preClose', async () => {
    heartbeat.stop()
    for (const end of open) end()
  })
  app.get('/workspace/live', { config: { endpoint: live } }, async (request, reply) => {
    const caller = (await authenticate(live, request, {})) as UserCaller
    const { accountId, userId } = caller
    const { raw } = reply
    const pending: string[] = []
    let write = (text: string): void => void pending.push(text)
    const send = (id: string, event: LiveEvent) => write(frame(id, event))
    const absent = isWall(request)
    const listener = { accountId, userId, topics: topicsOf(caller, absent), absent, send }
    const leave = await deps.live.join(listener, startOf(request))
    reply.hijack()
    // The browser left while we were subscribing.
    if (raw.destroyed) return leave()
    raw.socket?.setTimeout(0)
    raw.writeHead(200, {
      [REQUEST_ID_HEADER]: request.id,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    // Close the socket too: an idle keep-alive connection would delay the shutdown.
    const end = () => raw.end(() => raw.socket?.destroySoon())
    write = (text) => {
      raw.write(text)
      if (raw.writableLength > MOST_UNSENT_BYTES) raw.destroy()
    }
    write(`retry: 1000\n\n${pending.join('')}`)
    if (!absent) void announcePresence(deps, caller)
    const leaveHeartbeat = heartbeat.join({ caller, absent, write, end })
    open.add(end)
    raw.on('close', () => {
      leaveHeartbeat()
      open.delete(end)
      leave()
    })
  })
}
