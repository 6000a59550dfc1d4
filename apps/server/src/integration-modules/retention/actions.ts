import type {
  changeRetention,
  getRetention,
  previewRetention,
  RetentionChanges,
} from '@patchbay/contract/integration-modules/workspace/retention'
import type { RetentionKind } from '@patchbay/contract/platform/retention-constants'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { cutoffFor, retentionProblems } from '../../platform/clean-up/retention-rules.ts'
import { getUserName } from '../../platform/users/store.ts'
import { applyRetention, describeRetention } from './service.ts'
import { countRowsBefore, MOST_COUNTED } from './store.ts'

export const showRetention: Action<Deps, typeof getRetention> = (deps, { accountId }) =>
  inAccount(deps.db, accountId, async (trx) => ({ success: true, retention: await describeRetention(trx) }))

const read = (body: RetentionChanges): { kind: RetentionKind; keepDays: number | null }[] => {
  const settings = body.settings.map(({ kind, keepDays = null }) => ({ kind, keepDays }))
  const fields = retentionProblems(settings)
  if (Object.keys(fields).length > 0) fail('entity_invalid', { fields })
  return settings
}

export const countExpired: Action<Deps, typeof previewRetention> = (deps, { accountId }, { body }) => {
  const settings = read(body)
  return inAccount(deps.db, accountId, async (trx) => {
    const { timezone } = await getAccount(trx)
    const deleted = []
    for (const { kind, keepDays } of settings) {
      const before = cutoffFor(keepDays, deps.now(), timezone)
      if (!before) continue
      const rows = await countRowsBefore(trx, kind, before)
      const more = rows > MOST_COUNTED
      deleted.push({ kind, before: before.toISOString(), rows: more ? MOST_COUNTED : rows, more })
    }
    return { success: true, deleted }
  })
}

export const saveRetention: Action<Deps, typeof changeRetention> = (deps, { accountId, userId }, { body }) => {
  const settings = read(body)
  return inAccount(deps.db, accountId, async (trx) => ({
    success: true,
    retention: await applyRetention(trx, settings, await getUserName(trx, userId)),
  }))
}
