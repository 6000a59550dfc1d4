import type { payments as english } from './en/payments.ts'
import { later } from './later.ts'

export type PaymentTexts = typeof english

export const usePaymentTexts = later<PaymentTexts>({
  en: async () => (await import('./en/payments.ts')).payments,
  es: async () => (await import('./es/payments.ts')).payments,
  ru: async () => (await import('./ru/payments.ts')).payments,
})
