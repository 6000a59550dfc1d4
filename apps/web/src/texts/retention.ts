import type { retention } from './en/retention.ts'
import { later } from './later.ts'

/** Texts about how long the account keeps its data. */
export type RetentionTexts = typeof retention

export const useRetentionTexts = later<RetentionTexts>({
  en: async () => (await import('./en/retention.ts')).retention,
  es: async () => (await import('./es/retention.ts')).retention,
  ru: async () => (await import('./ru/retention.ts')).retention,
})
