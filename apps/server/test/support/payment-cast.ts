// Shared by the tests of payments: a module with a shop, and orders with payments of its type.
import type { Bank } from '@patchbay/testkit/bank'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'

/** An account, as far as payments need it. */
type Side = { api: HttpClient }

export type BankModule = { code: string; type: string }

export const moduleOf = (code: string, baseUrl: string, more: Record<string, unknown> = {}) => ({
  code,
  name: 'Our bank',
  clientId: `client-of-${code}`,
  baseUrl,
  integrations: {
    payment: {
      actions: { create: '/pay/create', approve: '/pay/approve', cancel: 'pay/cancel', refund: '/pay/refund' },
      currencies: ['USD'],
      invoiceTypes: ['link'],
      shops: [{ code: 'main', name: 'Main', active: true }],
      ...more,
    },
  },
})

export const register = async (
  side: Side,
  code: string,
  baseUrl: string,
  more: Record<string, unknown> = {},
): Promise<BankModule> => {
  const integrationModule = moduleOf(code, baseUrl, more)
  const reply = await side.api.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
  if (reply.status !== 201) throw new Error(reply.text)
  return { code, type: `${code}-main` }
}

/** An order of 100 USD with one payment of that type. */
export const order = async (side: Side, type: string): Promise<{ orderId: number; paymentId: number }> => {
  const made = await side.api.post('/api/v5/orders/create', {
    site:
      (
        await side.api.get('/api/v5/reference/sites').then(({ body }) => Object.keys((body as { sites: object }).sites))
      )[0] ?? '',
    order: {
      firstName: 'Nora',
      lastName: 'Berg',
      email: 'nora@client.test',
      phone: '+46701234567',
      items: [{ productName: 'Fern', initialPrice: 50, quantity: 2 }],
      payments: [{ type, amount: 100 }],
    },
  })
  const { id } = made.body as { id: number }
  if (made.status >= 400) throw new Error(made.text)
  const read = await side.api.get(`/api/v5/orders/${id}`, { by: 'id' })
  const { payments } = (read.body as { order: { payments: Record<string, { id: number }> } }).order
  return { orderId: id, paymentId: Object.values(payments)[0]?.id ?? 0 }
}

export const invoiceOf = async (side: Side, uuid: string) =>
  ((await side.api.get(`/api/v5/payment/invoice/${uuid}`)).body as { invoice: Record<string, unknown> }).invoice

/** Issues an invoice by the API and finds it in the bank's ledger. */
export const issue = async (side: Side, bank: Bank, type: string) => {
  const { orderId, paymentId } = await order(side, type)
  const reply: Reply = await side.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  if (reply.status !== 200) throw new Error(reply.text)
  const { link } = (reply.body as { result: { link: string } }).result
  const payment = [...bank.ledger.payments.values()].find(({ id }) => link.endsWith(id))
  if (!payment) throw new Error(`${link} is not in the bank’s books`)
  return { orderId, paymentId, link, bankId: payment.id, uuid: payment.invoiceUuid }
}
