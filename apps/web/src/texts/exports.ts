import type { exportTexts as english } from './en/exports.ts'
import { later } from './later.ts'

export type ExportTexts = typeof english

export const useExportTexts = later<ExportTexts>({
  en: async () => (await import('./en/exports.ts')).exportTexts,
  es: async () => (await import('./es/exports.ts')).exportTexts,
  ru: async () => (await import('./ru/exports.ts')).exportTexts,
})
