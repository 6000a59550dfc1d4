import type { timeline as english } from './en/timeline.ts'
import { later } from './later.ts'

export type TimelineTexts = typeof english

export const useTimelineTexts = later<TimelineTexts>({
  en: async () => (await import('./en/timeline.ts')).timeline,
  es: async () => (await import('./es/timeline.ts')).timeline,
  ru: async () => (await import('./ru/timeline.ts')).timeline,
})
