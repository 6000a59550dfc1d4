import type { readFeed } from '@patchbay/contract/chats/webhooks'
import type {
  enableWebhooks,
  getWebhook,
  listWebhooks as listEndpoint,
  replayWebhooks,
  resendWebhook,
  Webhook,
} from '@patchbay/contract/chats/workspace/webhooks'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction, type NewAction } from '../../platform/action-log/store.ts'
import { findModule, findModuleById, type Module } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { storedAttemptResult } from '../webhook-delivery/attempt-rules.ts'
import { assignFeedPositions, insertFetched, listFeed } from '../webhook-delivery/feed-store.ts'
import { WEBHOOK_LANE } from '../webhook-delivery/rules.ts'
import { resumeDeliveries } from '../webhook-delivery/service.ts'
import { findFirstPendingId, requeueDeliveries } from '../webhook-delivery/store.ts'
import { allowProbe, findHealth, updateEnabled } from '../webhook-endpoints/store.ts'
import { presentEndpoint } from '../webhook-endpoints/view.ts'
import { findWebhook, listAttempts, listWebhooks } from './store.ts'

/** D-69: every event, and the health of the endpoint. */
export const showWebhooks: Action<Deps, typeof listEndpoint> = (deps, caller, { params, query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const module = (await findModule(trx, params.code)) ?? fail('not_found')
    const webhooks = await listWebhooks(trx, module.id, query)
    return { success: true, webhooks, health: presentEndpoint(module, await findHealth(trx, module.id)) }
  })

/** Events of a chat are delivered in order: one waits for the first pending one. */
const nextAttempt = async (deps: Deps, trx: Db, { id, state, chatId }: Webhook) => {
  if (state !== 'pending') return {}
  const first = await findFirstPendingId(trx, chatId)
  if (first !== undefined && first !== id) return { waitsFor: first }
  const runAt = await deps.lanes.nextRunAt(trx, WEBHOOK_LANE, String(chatId))
  return runAt ? { nextTryAt: runAt.toISOString() } : {}
}

export const showWebhook: Action<Deps, typeof getWebhook> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const { webhook, body } = (await findWebhook(trx, params.id)) ?? fail('not_found')
    const tries = (await listAttempts(trx, [webhook.id])).map((row) => ({
      at: row.at.toISOString(),
      ok: row.ok,
      ...(row.status !== null && { status: row.status }),
      durationMs: row.duration_ms,
      result: storedAttemptResult(row),
      ...(row.answer !== null && { answer: row.answer }),
    }))
    return { success: true, webhook, body, tries, ...(await nextAttempt(deps, trx, webhook)) }
  })

const enqueueChats = (deps: Deps, trx: Db, moduleId: number, chatIds: readonly number[]): Promise<void> =>
  deps.lanes.enqueueAll(trx, WEBHOOK_LANE, chatIds.map(String), String(moduleId))

/** An administrator's action on a transport's events, with its entry in the action log. */
const act = async <T>(
  deps: Deps,
  caller: UserCaller,
  find: (trx: Db) => Promise<Module | undefined>,
  { action, detail = {} }: Pick<NewAction, 'action' | 'detail'>,
  work: (trx: Db, module: Module) => Promise<T>,
): Promise<T> => {
  const done = await inAccount(deps.db, caller.accountId, async (trx) => {
    const module = (await find(trx)) ?? fail('not_found')
    const result = await work(trx, module)
    const actor = await getUserName(trx, caller.userId)
    await insertAction(trx, { recordType: 'Integration modules', actor, action, subject: module.code, detail })
    return result
  })
  await deps.lanes.notifyWorkers()
  return done
}

/** D-69: again, or at once while it waits: neither a back-off nor an open circuit delays it, only the order of its chat. */
export const resend: Action<Deps, typeof resendWebhook> = async (deps, caller, { params }) => {
  const moduleOf = async (trx: Db) => {
    const found = await findWebhook(trx, params.id)
    return found && findModuleById(trx, found.moduleId)
  }
  await act(
    deps,
    caller,
    moduleOf,
    { action: 'webhook.resent', detail: { webhook: params.id } },
    async (trx, module) => {
      const { chatIds } = await requeueDeliveries(trx, { id: params.id })
      await allowProbe(trx, module.id, deps.now())
      await enqueueChats(deps, trx, module.id, chatIds)
    },
  )
  return { success: true }
}

export const replay: Action<Deps, typeof replayWebhooks> = async (deps, caller, { params, body }) => {
  const count = await act(
    deps,
    caller,
    (trx) => findModule(trx, params.code),
    { action: 'webhooks.replayed', detail: { from: body.from } },
    async (trx, module) => {
      const replayed = await requeueDeliveries(trx, { moduleId: module.id, from: new Date(body.from) })
      await enqueueChats(deps, trx, module.id, replayed.chatIds)
      return replayed.count
    },
  )
  return { success: true, count }
}

export const enableEndpoint: Action<Deps, typeof enableWebhooks> = async (deps, caller, { params }) => {
  await act(
    deps,
    caller,
    (trx) => findModule(trx, params.code),
    { action: 'webhooks.enabled' },
    async (trx, module) => {
      await updateEnabled(trx, module.id)
      await resumeDeliveries(deps, trx, module.id)
    },
  )
  return { success: true }
}

/** The feed: the same events by polling. Without an address, a transport acknowledges by asking for what comes after. */
export const showFeed: Action<Deps, typeof readFeed> = (deps, caller, { query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const module = (await findModuleById(trx, caller.moduleId)) ?? fail('not_found')
    await assignFeedPositions(trx, module.id)
    if (module.integrations.mgTransport?.webhookUrl === undefined) await insertFetched(trx, module.id, query.after)
    const events = await listFeed(trx, module.id, query.after, query.limit)
    return { events, cursor: events.at(-1)?.cursor ?? query.after }
  })
