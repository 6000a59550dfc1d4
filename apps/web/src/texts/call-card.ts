import type { callCard as english } from './en/call-card.ts'
import { later } from './later.ts'

export type CallCardTexts = typeof english

export const useCallCardTexts = later<CallCardTexts>({
  en: async () => (await import('./en/call-card.ts')).callCard,
  es: async () => (await import('./es/call-card.ts')).callCard,
  ru: async () => (await import('./ru/call-card.ts')).callCard,
})
