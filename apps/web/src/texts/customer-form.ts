import type { customerForm as english } from './en/customer-form.ts'
import { later } from './later.ts'

export type CustomerFormTexts = typeof english

export const useCustomerFormTexts = later<CustomerFormTexts>({
  en: async () => (await import('./en/customer-form.ts')).customerForm,
  es: async () => (await import('./es/customer-form.ts')).customerForm,
  ru: async () => (await import('./ru/customer-form.ts')).customerForm,
})
