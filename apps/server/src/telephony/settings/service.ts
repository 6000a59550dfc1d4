import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import type { Db } from '../../lib/db/database.ts'
import { phoneKey } from '../../lib/text/phone.ts'
import { replaceMappings } from './store.ts'

/** T-03, T-04: updates the tables in which events look up extensions and numbers, in the transaction of the settings. */
export const saveMappings = (
  trx: Db,
  moduleId: number,
  telephony: TelephonySettings | undefined,
  country: string,
): Promise<void> =>
  replaceMappings(trx, moduleId, {
    codes: telephony?.additionalCodes.map(({ userId, code }) => ({ userId: Number(userId), code })) ?? [],
    phones:
      telephony?.externalPhones.map(({ siteCode, externalPhone }) => ({
        siteCode,
        number: externalPhone,
        key: phoneKey(externalPhone, country),
      })) ?? [],
  })
