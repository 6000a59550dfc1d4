import type { paymentDays as english } from './en/payment-days.ts'
import { later } from './later.ts'

export type PaymentDayTexts = typeof english

export const usePaymentDayTexts = later<PaymentDayTexts>({
  en: async () => (await import('./en/payment-days.ts')).paymentDays,
  es: async () => (await import('./es/payment-days.ts')).paymentDays,
  ru: async () => (await import('./ru/payment-days.ts')).paymentDays,
})
