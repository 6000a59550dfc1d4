import type { softphone as english } from './en/softphone.ts'
import { later } from './later.ts'

export type SoftphoneTexts = typeof english

export const useSoftphoneTexts = later<SoftphoneTexts>({
  en: async () => (await import('./en/softphone.ts')).softphone,
  es: async () => (await import('./es/softphone.ts')).softphone,
  ru: async () => (await import('./ru/softphone.ts')).softphone,
})
