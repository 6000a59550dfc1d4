import type { taskForm as english } from './en/task-form.ts'
import { later } from './later.ts'

export type TaskFormTexts = typeof english

export const useTaskFormTexts = later<TaskFormTexts>({
  en: async () => (await import('./en/task-form.ts')).taskForm,
  es: async () => (await import('./es/task-form.ts')).taskForm,
  ru: async () => (await import('./ru/task-form.ts')).taskForm,
})
