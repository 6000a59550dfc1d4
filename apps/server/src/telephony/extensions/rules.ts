import type { TelephonySettings } from '@patchbay/contract/telephony/settings'

type Codes = TelephonySettings['additionalCodes']

/** D-35: the extensions after one user's has changed; empty removes it. Undefined when somebody else has it. */
export const withExtension = (codes: Codes, userId: string, extension: string): Codes | undefined => {
  const others = codes.filter((mapping) => mapping.userId !== userId)
  if (extension === '') return others
  if (others.some(({ code }) => code === extension)) return undefined
  const known = codes.some((mapping) => mapping.userId === userId)
  return known
    ? codes.map((mapping) => (mapping.userId === userId ? { userId, code: extension } : mapping))
    : [...codes, { userId, code: extension }]
}
