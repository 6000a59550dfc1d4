import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import { findSettings } from './store.ts'

/** Whether single sign-on is not the only way in. */
export const arePasswordsAllowed = async (trx: Db): Promise<boolean> =>
  (await findSettings(trx))?.passwordsAllowed ?? true

export const rejectWithoutPasswords = async (trx: Db): Promise<void> => {
  if (!(await arePasswordsAllowed(trx))) fail('passwords_off')
}
