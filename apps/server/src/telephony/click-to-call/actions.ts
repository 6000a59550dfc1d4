import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import type { makeCall } from '@patchbay/contract/telephony/callbacks'
import type { getTelephony, startCall } from '@patchbay/contract/telephony/workspace/click-to-call'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { callModule } from '../../platform/modules/client.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { type Extension, findExternalPhone, listExtensionsOf } from '../settings/store.ts'
import { outcomeOf, STARTED, TOTAL_MS } from './client.ts'
import { findCallRequest, findShopOf, insertCallRequest, updateCallRequest } from './store.ts'

const REQUESTS_PER_MINUTE = 60

type Chosen = CallableModule & { externalPhone: string | undefined }

/** T-07: of several exchanges, the one that has a number of the shop that the call is about. */
const chooseCallableModule = async (
  trx: Db,
  lines: readonly CallableModule[],
  shopId: number | undefined,
): Promise<Chosen | undefined> => {
  for (const line of lines) {
    const externalPhone = shopId === undefined ? undefined : await findExternalPhone(trx, line.module.id, shopId)
    if (externalPhone !== undefined) return { ...line, externalPhone }
  }
  return lines[0] && { ...lines[0], externalPhone: undefined }
}

const reply = (outcome: string) =>
  outcome === STARTED ? { success: true as const } : fail('call_not_started', { values: { reason: outcome } })

export const requestCall: Action<Deps, typeof startCall> = async (deps, caller, { body }) => {
  const { accountId, userId } = caller
  const wait = await deps.rateLimit(`press:${accountId}:${userId}`, REQUESTS_PER_MINUTE, 60)
  if (wait !== undefined) fail('press_throttled', { retryAfter: wait })
  const pressed = await inAccount(deps.db, accountId, async (trx) => {
    const line = await chooseCallableModule(trx, await listCallableModules(trx, userId), await findShopOf(trx, body))
    if (!line) return fail('no_call_icon')
    const fresh = await insertCallRequest(trx, {
      id: body.pressId,
      userId,
      moduleId: line.module.id,
      phone: body.phone,
    })
    return fresh ? { line } : { known: await findCallRequest(trx, userId, body.pressId) }
  })
  if (!pressed.line) return pressed.known?.outcome ? reply(pressed.known.outcome) : fail('press_under_way')
  const { module, code, makeCallUrl, externalPhone } = pressed.line
  const parameters: ParametersOf<typeof makeCall> = {
    code,
    phone: body.phone.trim(),
    userId: String(userId),
    ...(externalPhone !== undefined && { externalPhone }),
  }
  const query = encodeParameters(parameters)
  const answer = await callModule(deps, module, {
    method: 'GET',
    url: makeCallUrl,
    query,
    totalMs: TOTAL_MS,
    bypassCircuit: true,
  })
  const outcome = outcomeOf(answer)
  await inAccount(deps.db, accountId, (trx) => updateCallRequest(trx, userId, body.pressId, outcome))
  return reply(outcome)
}

export type CallableModule = { module: Module; code: string; makeCallUrl: string }

/** T-05: the exchanges that can start a call for this user. */
const listCallableModules = async (trx: Db, userId: number): Promise<CallableModule[]> => {
  const lines: CallableModule[] = []
  for (const { moduleId, code } of await listExtensionsOf(trx, userId)) {
    const module = await findModuleById(trx, moduleId)
    const makeCallUrl = module?.integrations.telephony?.makeCallUrl
    if (module && makeCallUrl && module.active && !module.frozen && !module.removed) {
      lines.push({ module, code, makeCallUrl })
    }
  }
  return lines
}

const shownExtension = async (trx: Db, { moduleId, code }: Extension) => {
  const module = await findModuleById(trx, moduleId)
  return module?.active && !module.frozen && !module.removed ? [{ module: module.code, code }] : []
}

export const showTelephony: Action<Deps, typeof getTelephony> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const extensions = []
    for (const one of await listExtensionsOf(trx, caller.userId)) extensions.push(...(await shownExtension(trx, one)))
    return { success: true, canCall: (await listCallableModules(trx, caller.userId)).length > 0, extensions }
  })
