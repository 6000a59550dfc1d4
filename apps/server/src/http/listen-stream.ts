import { listenToRequests } from '@patchbay/contract/integration-modules/listening'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { getOwnModule } from '../integration-modules/listening/service.ts'
import { inAccount } from '../lib/db/transaction.ts'
import { AppError } from '../lib/errors.ts'
import type { KeyCaller } from '../lib/http-in/callers.ts'
import type { RouteContext } from '../lib/http-in/route.ts'
import type { Deliver } from '../lib/live/relay.ts'
import { REQUEST_ID_HEADER } from '../lib/process/request-id.ts'
import { withModulesNow } from '../platform/api-keys/service.ts'
import { circuitKey } from '../platform/modules/client.ts'
import { keyText } from './authenticate.ts'

// GET /api/v5/module/listen: the requests to a module as server-sent events, while its author is connected (D-100). The answers
// come by POST /api/v5/module/answer.

const RENEW_MS = 5_000

const frame = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * D-164: whether the key of an open stream may still listen for this module. Undefined: not known now, such as without PostgreSQL.
 * Looked up without a rate limit: it happens for each request to the module.
 */
const mayListen = async (deps: Deps, request: FastifyRequest, code: string): Promise<boolean | undefined> => {
  try {
    const accountId = await deps.accounts.accountIdAt(request.host)
    const text = keyText(request, request.query as Record<string, unknown>) ?? ''
    const caller = await deps.keys.find(accountId, text, deps.now())
    if (!caller?.scopes.includes(listenToRequests.auth.scope)) return false
    const isBound = ({ modules }: KeyCaller) => modules.includes(code)
    return isBound(caller) || inAccount(deps.db, accountId, async (trx) => isBound(await withModulesNow(trx, caller)))
  } catch (error) {
    return error instanceof AppError && error.status < 500 ? false : undefined
  }
}

export const listenRoute = (app: FastifyInstance, deps: Deps, authenticate: RouteContext['authenticate']): void => {
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
  app.get('/api/v5/module/listen', { config: { endpoint: listenToRequests } }, async (request, reply) => {
    const asked = request.query as Record<string, unknown>
    const caller = (await authenticate(listenToRequests, request, asked)) as KeyCaller
    request.caller = caller
    const module = await getOwnModule(deps, caller, typeof asked.module === 'string' ? asked.module : undefined)
    const { raw } = reply
    const end = () => void raw.end(() => raw.socket?.destroySoon())
    const stillMay = async (): Promise<boolean> => {
      const may = await mayListen(deps, request, module.code)
      if (may === false) end()
      return may === true
    }
    // What comes before the headers are written waits for them.
    const early: string[] = []
    let write = (text: string): void => void early.push(text)
    const deliver: Deliver = async (one) => {
      const may = await stillMay()
      if (may) write(frame('request', one))
      return may
    }
    const { renew, leave } = await deps.relay.listen(circuitKey(module), deliver)
    reply.hijack()
    if (raw.destroyed || raw.writableEnded) return void leave()
    raw.socket?.setTimeout(0)
    raw.writeHead(200, {
      [REQUEST_ID_HEADER]: request.id,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    write = (text) => void (raw.writableEnded || raw.write(text))
    write([frame('listening', { module: module.code }), ...early].join(''))
    const keepListening = async (): Promise<void> => {
      // Not renewed, its requests go to the module's address again, and come back when the key is found.
      if (!(await stillMay())) return
      if (await renew()) return write(': here\n\n')
      write(frame('replaced', {}))
      end()
    }
    const heartbeat = setInterval(() => void keepListening(), RENEW_MS)
    open.add(end)
    raw.on('close', () => {
      clearInterval(heartbeat)
      open.delete(end)
      void leave()
    })
  })
}
