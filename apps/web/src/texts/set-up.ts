import type { setUp } from './en/set-up.ts'
import { later } from './later.ts'

/** Texts of pages that only administrators open, and rarely. */
export type SetUpTexts = typeof setUp

export const useSetUpTexts = later<SetUpTexts>({
  en: async () => (await import('./en/set-up.ts')).setUp,
  es: async () => (await import('./es/set-up.ts')).setUp,
  ru: async () => (await import('./ru/set-up.ts')).setUp,
})
