import type { reports as english } from './en/reports.ts'
import { later } from './later.ts'

export type ReportTexts = typeof english

export const useReportTexts = later<ReportTexts>({
  en: async () => (await import('./en/reports.ts')).reports,
  es: async () => (await import('./es/reports.ts')).reports,
  ru: async () => (await import('./ru/reports.ts')).reports,
})
