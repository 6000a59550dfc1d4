import type { hideSetupSteps, listSetupSteps } from '@patchbay/contract/integration-modules/workspace/setup-steps'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { isSetupHidden, updateSetupHidden } from '../../platform/accounts/store.ts'
import { setupStepsFor } from './rules.ts'
import { getSetupFacts } from './store.ts'

export const showSetupSteps: Action<Deps, typeof listSetupSteps> = (deps, { accountId, role }) =>
  inAccount(deps.db, accountId, async (trx) => ({
    success: true,
    steps: setupStepsFor(role, await getSetupFacts(trx)),
    hidden: await isSetupHidden(trx),
  }))

export const setSetupHidden: Action<Deps, typeof hideSetupSteps> = async (deps, { accountId }, { body }) => {
  await inAccount(deps.db, accountId, (trx) => updateSetupHidden(trx, body.hidden))
  return { success: true }
}
