import type { home as english } from './en/home.ts'
import { later } from './later.ts'

export type HomeTexts = typeof english

export const useHomeTexts = later<HomeTexts>({
  en: async () => (await import('./en/home.ts')).home,
  es: async () => (await import('./es/home.ts')).home,
  ru: async () => (await import('./ru/home.ts')).home,
})
