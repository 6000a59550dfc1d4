import { formRequest, type Path, pick } from './path.ts'

export const paymentCheckPath: Path = {
  name: 'payment-check',
  title: 'Payment check',
  requestOf: (account, n) =>
    formRequest(account, '/api/v5/payment/check', 'check', {
      invoiceUuid: pick(account.invoices, n),
      amount: 100,
      currency: 'USD',
    }),
  answer: '"success":true',
}
