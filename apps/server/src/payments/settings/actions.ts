import type {
  editPaymentSettings,
  getPaymentSettings,
  PaymentSettingsView,
} from '@patchbay/contract/payments/workspace/settings'
import { listPaymentStatuses, listPaymentTypes } from '../../crm/references/store.ts'
import { diffFields } from '../../crm/timeline/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { DEFAULT_LINK_EMAIL, fieldsOfMappings, whyMappingsRefused } from './rules.ts'
import { findLinkEmail, listMappings, replaceMappings, saveLinkEmail } from './store.ts'

const loadSettings = async (trx: Db): Promise<PaymentSettingsView> => ({
  mappings: await listMappings(trx),
  letter: (await findLinkEmail(trx)) ?? DEFAULT_LINK_EMAIL,
})

const fieldsOf = ({ mappings, letter }: PaymentSettingsView) => ({ ...fieldsOfMappings(mappings), ...letter })

export const showPaymentSettings: Action<Deps, typeof getPaymentSettings> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => ({ success: true, settings: await loadSettings(trx) }))

/** D-50, P-16 */
export const savePaymentSettings: Action<Deps, typeof editPaymentSettings> = async (deps, caller, { body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = await loadSettings(trx)
    if (body.mappings) {
      const types = (await listPaymentTypes(trx)).map(({ code }) => code)
      const statuses = (await listPaymentStatuses(trx)).map(({ code }) => code)
      const fields = whyMappingsRefused(body.mappings, { types, statuses })
      if (Object.keys(fields).length > 0) fail('input_invalid', { fields })
      await replaceMappings(trx, body.mappings)
    }
    if (body.letter) await saveLinkEmail(trx, body.letter)
    const changes = diffFields(fieldsOf(before), fieldsOf(await loadSettings(trx)))
    if (Object.keys(changes).length === 0) return
    const actor = await getUserName(trx, caller.userId)
    await insertAction(trx, {
      recordType: 'Integration payments',
      actor,
      action: 'payment-settings.changed',
      detail: { changes },
    })
  })
  return { success: true }
}
