import type { TraceStep, traceMessage } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listDecisions } from '../../platform/routing/store.ts'
import { stepOfRouting } from '../../platform/routing/view.ts'
import { listExchangesAbout } from '../../platform/traffic/store.ts'
import { inOrder, stepOfExchange } from '../../platform/traffic/view.ts'
import { aboutMessage } from '../messages/rules.ts'
import { findMessageById } from '../messages/store.ts'
import { listReactions } from '../reactions/store.ts'
import { listAttempts, listWebhooksOfMessage } from '../webhooks/store.ts'
import { verdictsOf } from './rules.ts'
import { mergeExchanges, stepOfMessage, stepOfReaction, stepsOfWebhook } from './view.ts'

type LoggedWebhooks = Awaited<ReturnType<typeof listWebhooksOfMessage>>

const stepsOfDeliveries = async (trx: Db, webhooks: LoggedWebhooks): Promise<TraceStep[]> => {
  const attempts = await listAttempts(
    trx,
    webhooks.map(({ id }) => id),
  )
  const byWebhook = Map.groupBy(attempts, ({ webhook_id }) => webhook_id)
  return webhooks.flatMap((webhook) => stepsOfWebhook(webhook, byWebhook.get(webhook.id) ?? []))
}

export const showMessageTrace: Action<Deps, typeof traceMessage> = async (deps, caller, { params }) => {
  await deps.traffic.flush(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const message = (await findMessageById(trx, params.id)) ?? fail('not_found')
    const reactions = await listReactions(trx, [message.id])
    const webhooks = await listWebhooksOfMessage(trx, message.id)
    const deliveries = await stepsOfDeliveries(trx, webhooks)
    const exchanges = (await listExchangesAbout(trx, aboutMessage(message.id))).map(stepOfExchange)
    const decisions = await listDecisions(trx, { messageId: message.id })
    const routed = decisions.map(stepOfRouting)
    const own = [stepOfMessage(message), ...routed, ...reactions.map(stepOfReaction), ...deliveries]
    const steps = inOrder(mergeExchanges(own, exchanges))
    const about = { subject: message.content.slice(0, 80), chatId: message.chatId }
    return { success: true, trace: { ...about, verdicts: verdictsOf(message, webhooks), steps } }
  })
}
