import type { getTelephony, startCall } from '@patchbay/contract/telephony/workspace/click-to-call'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { type Extension, findExternalPhone, listExtensionsOf } from '../settings/store.ts'
import { findSoftphone } from '../softphone/service.ts'
import { type CallableModule, sendCallRequest } from './client.ts'
import { chooseCallableModule, makeCallUrlOf, outcomeOf, STARTED } from './rules.ts'
import { findCallRequest, findShopOf, insertCallRequest, updateCallRequest } from './store.ts'

const REQUESTS_PER_MINUTE = 60

const reply = (outcome: string) =>
  outcome === STARTED ? { success: true as const } : fail('call_not_started', { values: { reason: outcome } })

export const requestCall: Action<Deps, typeof startCall> = async (deps, caller, { body }) => {
  const { accountId, userId } = caller
  const wait = await deps.rateLimit(`press:${accountId}:${userId}`, REQUESTS_PER_MINUTE, 60)
  if (wait !== undefined) fail('press_throttled', { retryAfter: wait })
  const request = await inAccount(deps.db, accountId, async (trx) => {
    const line = chooseCallableModule(await listCallableModules(trx, userId, await findShopOf(trx, body)))
    if (!line) return fail('no_call_icon')
    const fresh = await insertCallRequest(trx, {
      id: body.pressId,
      userId,
      moduleId: line.module.id,
      phone: body.phone,
    })
    return fresh ? { line } : { known: await findCallRequest(trx, userId, body.pressId) }
  })
  if (!request.line) return request.known?.outcome ? reply(request.known.outcome) : fail('press_under_way')
  const outcome = outcomeOf(await sendCallRequest(deps, request.line, { phone: body.phone, userId }))
  await inAccount(deps.db, accountId, (trx) => updateCallRequest(trx, userId, body.pressId, outcome))
  return reply(outcome)
}

/** The exchanges that can start a call for this user, each with its number of the shop. */
const listCallableModules = async (trx: Db, userId: number, shopId?: number): Promise<CallableModule[]> => {
  const lines: CallableModule[] = []
  for (const { moduleId, code } of await listExtensionsOf(trx, userId)) {
    const module = await findModuleById(trx, moduleId)
    const makeCallUrl = module && makeCallUrlOf(module)
    if (module && makeCallUrl !== undefined) {
      const externalPhone = shopId === undefined ? undefined : await findExternalPhone(trx, moduleId, shopId)
      lines.push({ module, code, makeCallUrl, externalPhone })
    }
  }
  return lines
}

const shownExtension = async (trx: Db, { moduleId, code }: Extension) => {
  const module = await findModuleById(trx, moduleId)
  return module && isEnabled(module) ? [{ module: module.code, code }] : []
}

export const showTelephony: Action<Deps, typeof getTelephony> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const extensions = []
    for (const one of await listExtensionsOf(trx, caller.userId)) extensions.push(...(await shownExtension(trx, one)))
    const canCall = (await listCallableModules(trx, caller.userId)).length > 0
    const found = await findSoftphone(trx, caller.userId)
    const softphone = found && { module: found.module.code, code: found.code }
    return { success: true, canCall, extensions, ...(softphone && { softphone }) }
  })
