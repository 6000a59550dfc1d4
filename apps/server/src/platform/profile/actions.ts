import type { saveProfile as saveEndpoint } from '@patchbay/contract/platform/workspace/profile'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { changedSettings } from '../accounts/rules.ts'
import { insertAction } from '../action-log/store.ts'
import { toMe } from '../sessions/service.ts'
import { findUser, type User, updateProfile } from '../users/store.ts'

/** Colleagues see a name, so a change of it is in the Action Log. */
const namesOf = ({ firstName, lastName }: User) => ({ firstName, lastName })

export const saveProfile: Action<Deps, typeof saveEndpoint> = async (deps, caller, { body }) => {
  const me = await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = (await findUser(trx, caller.userId)) ?? fail('sign_in_needed')
    const after: User = { ...before, ...body }
    await updateProfile(trx, before.id, after)
    const changes = changedSettings(namesOf(before), namesOf(after))
    if (Object.keys(changes).length > 0)
      await insertAction(trx, {
        recordType: 'Users',
        actor: before.email,
        action: 'user.profile-changed',
        subject: before.email,
        detail: { changes },
      })
    return toMe(trx, after, caller.secondFactorDue)
  })
  return { success: true, me }
}
