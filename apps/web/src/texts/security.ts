import type { security } from './en/security.ts'
import { later } from './later.ts'

/** Texts of one's own security page, the account's settings and user groups. */
export type SecurityTexts = typeof security

export const useSecurityTexts = later<SecurityTexts>({
  en: async () => (await import('./en/security.ts')).security,
  es: async () => (await import('./es/security.ts')).security,
  ru: async () => (await import('./ru/security.ts')).security,
})
