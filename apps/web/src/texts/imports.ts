import type { imports as english } from './en/imports.ts'
import { later } from './later.ts'

export type ImportTexts = typeof english

export const useImportTexts = later<ImportTexts>({
  en: async () => (await import('./en/imports.ts')).imports,
  es: async () => (await import('./es/imports.ts')).imports,
  ru: async () => (await import('./ru/imports.ts')).imports,
})
