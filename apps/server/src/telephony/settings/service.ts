import type { TelephonySettings } from '@patchbay/contract/integration-modules/registration'
import type { Db } from '../../lib/db/database.ts'
import { type Phone, parsePhone } from '../../lib/text/phone.ts'
import { replaceMappings } from './store.ts'

/** The key under which a number is found: E.164, or what digits it has. */
export const keyOf = ({ given, e164 }: Phone): string => e164 ?? (given.replace(/\D/g, '') || given.trim())

export const phoneKey = (given: string, country: string): string => keyOf(parsePhone(given, country))

/** T-03, T-04: brings the maps that events are looked up in to what the settings say, in the same transaction. */
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
