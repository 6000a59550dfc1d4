import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import { repeated } from '../../lib/text/lists.ts'
import type { KeptIntegrations } from '../../platform/modules/rules.ts'

/** D-35: each user has one extension in a module, and each extension one user. */
export const whyCodesRefused = (codes: TelephonySettings['additionalCodes']): string | undefined => {
  const twice = repeated(codes.map((mapping) => mapping.code)) ?? repeated(codes.map((mapping) => mapping.userId))
  return twice && `${twice} stands there twice: each user has one extension, each extension one user`
}

/** D-10: of the users and shops that the telephony settings name, those that exist are kept and the others reported. */
export const splitUnknown = (
  integrations: KeptIntegrations,
  userIds: ReadonlySet<number>,
  siteCodes: readonly string[],
) => {
  const { telephony } = integrations
  if (!telephony) return { integrations, notExistUsersIds: [], notExistSiteCodes: [] }
  const isUser = ({ userId }: { userId: string }) => userIds.has(Number(userId))
  const isSite = ({ siteCode }: { siteCode: string }) => siteCodes.includes(siteCode)
  const known = {
    ...telephony,
    additionalCodes: telephony.additionalCodes.filter(isUser),
    externalPhones: telephony.externalPhones.filter(isSite),
  }
  return {
    integrations: { ...integrations, telephony: known },
    notExistUsersIds: telephony.additionalCodes
      .filter((mapping) => !isUser(mapping))
      .map(({ userId }) => Number(userId)),
    notExistSiteCodes: telephony.externalPhones.filter((mapping) => !isSite(mapping)).map(({ siteCode }) => siteCode),
  }
}

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
