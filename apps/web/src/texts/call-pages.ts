import type { callPages as english } from './en/call-pages.ts'
import { later } from './later.ts'

export type CallPageTexts = typeof english

export const useCallPageTexts = later<CallPageTexts>({
  en: async () => (await import('./en/call-pages.ts')).callPages,
  es: async () => (await import('./es/call-pages.ts')).callPages,
  ru: async () => (await import('./ru/call-pages.ts')).callPages,
})
