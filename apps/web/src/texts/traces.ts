import type { traces as english } from './en/traces.ts'
import { later } from './later.ts'

export const useTraceTexts = later<typeof english>({
  en: async () => (await import('./en/traces.ts')).traces,
  es: async () => (await import('./es/traces.ts')).traces,
  ru: async () => (await import('./ru/traces.ts')).traces,
})
