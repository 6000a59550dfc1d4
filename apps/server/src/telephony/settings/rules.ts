import { whyCodesRefused } from '@patchbay/contract/integration-modules/registration-rules'
import type { TelephonySettings } from '@patchbay/contract/telephony/settings'

type MappingsEdit = {
  additionalCodes: readonly { userId: number; code: string }[]
  externalPhones: TelephonySettings['externalPhones']
}

/** T-03, T-04: the settings after a user's edit. Unlike a registration, an edit with unknown users or shops is refused. */
export const decideTelephonyEdit = (
  before: TelephonySettings,
  edit: MappingsEdit,
  userIds: ReadonlySet<number>,
  siteCodes: readonly string[],
): { ok: true; telephony: TelephonySettings } | { ok: false; fields: Record<string, string> } => {
  const additionalCodes = edit.additionalCodes.map(({ userId, code }) => ({ userId: String(userId), code }))
  const stranger = edit.additionalCodes.find(({ userId }) => !userIds.has(userId))
  const nowhere = edit.externalPhones.find(({ siteCode }) => !siteCodes.includes(siteCode))
  const codes = stranger ? `there is no user ${stranger.userId}` : whyCodesRefused(additionalCodes)
  const fields = {
    ...(codes !== undefined && { additionalCodes: codes }),
    ...(nowhere && { externalPhones: `there is no shop ${nowhere.siteCode}` }),
  }
  if (Object.keys(fields).length > 0) return { ok: false, fields }
  return { ok: true, telephony: { ...before, additionalCodes, externalPhones: [...edit.externalPhones] } }
}
