import type { wall as english } from './en/wall.ts'
import { later } from './later.ts'

export type WallTexts = typeof english

export const useWallTexts = later<WallTexts>({
  en: async () => (await import('./en/wall.ts')).wall,
  es: async () => (await import('./es/wall.ts')).wall,
  ru: async () => (await import('./ru/wall.ts')).wall,
})
