import type { answerListened, followTraffic, triggerCall } from '@patchbay/contract/integration-modules/listening'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { circuitKey } from '../../platform/modules/client.ts'
import { resultOfAnswer } from '../../platform/traffic/rules.ts'
import { listExchangesSince } from '../../platform/traffic/store.ts'
import { sendCallRequest } from '../../telephony/click-to-call/client.ts'
import { callVerdict, makeCallUrlOf } from '../../telephony/click-to-call/rules.ts'
import { findAnyExtension } from '../../telephony/settings/store.ts'
import { getOwnModule } from './service.ts'

// D-100: what the author of a module does with the module's own key (`patchbay listen`, `tail`, `trigger`).

export const answerRequest: Action<Deps, typeof answerListened> = async (deps, caller, { query, body }) => {
  const module = await getOwnModule(deps, caller, query.module)
  const { id, status, headers = {}, body: text = '', bodyBase64, failed } = body.answer
  const content =
    bodyBase64 === undefined
      ? { body: text, encoding: 'utf8' as const }
      : { body: bodyBase64, encoding: 'base64' as const }
  const answer = status === undefined ? { failed: failed ?? 'no answer' } : { status, headers, ...content }
  await deps.relay.answer(circuitKey(module), id, answer)
  return { success: true }
}

export const showOwnTraffic: Action<Deps, typeof followTraffic> = async (deps, caller, { query }) => {
  const { code, accountId } = await getOwnModule(deps, caller, query.module)
  const exchanges = await inAccount(deps.db, accountId, (trx) => listExchangesSince(trx, code, query.sinceId))
  return { success: true, exchanges }
}

export const startTestCall: Action<Deps, typeof triggerCall> = async (deps, caller, { query, body }) => {
  const module = await getOwnModule(deps, caller, query.module)
  const makeCallUrl = makeCallUrlOf(module) ?? fail('no_call_icon')
  const extension = await inAccount(deps.db, module.accountId, (trx) => findAnyExtension(trx, module.id))
  const { code, userId } = extension ?? fail('no_call_icon')
  const line = { module, code, makeCallUrl, externalPhone: undefined }
  const answer = await sendCallRequest(deps, line, { phone: body.call.phone, userId })
  return { success: true, result: answer.ok ? callVerdict(answer) : resultOfAnswer(answer) }
}
