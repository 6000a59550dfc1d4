import type { routing as english } from './en/routing.ts'
import { later } from './later.ts'

export type RoutingTexts = typeof english

export const useRoutingTexts = later<RoutingTexts>({
  en: async () => (await import('./en/routing.ts')).routing,
  es: async () => (await import('./es/routing.ts')).routing,
  ru: async () => (await import('./ru/routing.ts')).routing,
})
