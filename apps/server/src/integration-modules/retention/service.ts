import type { Retention, RetentionSetting } from '@patchbay/contract/integration-modules/workspace/retention'
import { RETENTION_KINDS } from '@patchbay/contract/platform/retention-constants'
import type { Db } from '../../lib/db/database.ts'
import { changedSettings } from '../../platform/accounts/rules.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { keepDaysFor } from '../../platform/clean-up/retention-rules.ts'
import { listRetention, saveRetention } from '../../platform/clean-up/retention-store.ts'
import { findHold } from '../../platform/closing/store.ts'

export const describeRetention = async (trx: Db): Promise<Retention> => {
  const stored = new Map((await listRetention(trx)).map((one) => [one.kind, one]))
  const hold = await findHold(trx)
  return {
    settings: RETENTION_KINDS.map((kind) => {
      const own = stored.get(kind)
      const deletedTo = own?.deletedTo?.toISOString()
      return { kind, keepDays: keepDaysFor(kind, own?.keepDays), ...(deletedTo !== undefined && { deletedTo }) }
    }),
    ...(hold && { hold: { since: hold.since.toISOString(), because: hold.because } }),
  }
}

/** As the Action Log names them. */
const flatten = ({ settings }: Retention): Record<string, string> =>
  Object.fromEntries(settings.map(({ kind, keepDays }) => [`retention.${kind}`, String(keepDays ?? 'for ever')]))

/** D-144: records who changed it; the caller has checked the settings. */
export const applyRetention = async (
  trx: Db,
  settings: readonly Pick<RetentionSetting, 'kind' | 'keepDays'>[],
  actor: string,
): Promise<Retention> => {
  const before = await describeRetention(trx)
  for (const { kind, keepDays } of settings) await saveRetention(trx, kind, keepDays)
  const after = await describeRetention(trx)
  const changes = changedSettings(flatten(before), flatten(after))
  if (Object.keys(changes).length > 0)
    await insertAction(trx, { recordType: 'Settings', actor, action: 'settings.changed', detail: { changes } })
  return after
}
