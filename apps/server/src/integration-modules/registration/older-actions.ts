import type {
  editTelephonySettingV3,
  editTelephonySettingV4,
  getTelephonySettingV4,
} from '@patchbay/contract/integration-modules/older-telephony'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { canUseModule } from '../../platform/api-keys/rules.ts'
import { mayNow } from '../../platform/api-keys/service.ts'
import { findModule } from '../../platform/modules/store.ts'
import { register } from './actions.ts'
import { configurationOf, editFor } from './older-rules.ts'

// The settings of an exchange at the paths of versions 3 and 4: a registration in another shape.

export const showTelephonySetting: Action<Deps, typeof getTelephonySettingV4> = async (deps, caller, { params }) => {
  const module = await inAccount(deps.db, caller.accountId, async (trx) => {
    const may = await mayNow(trx, caller, (key) => canUseModule(key, params.code))
    return may ? findModule(trx, params.code) : fail('not_found')
  })
  const configuration = module && configurationOf(module)
  return { success: true, configuration: configuration ?? fail('not_found') }
}

export const changeTelephonySetting: Action<Deps, typeof editTelephonySettingV4> = (deps, caller, { params, body }) =>
  register(deps, caller, params.code, (before) => editFor(before, params.code, body.configuration))

export const changeTelephonySettingV3: Action<Deps, typeof editTelephonySettingV3> = (deps, caller, { params, body }) =>
  register(deps, caller, params.code, (before) => editFor(before, params.code, body))
