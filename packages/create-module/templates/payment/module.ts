import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '@patchbay/sdk/client'
import { servePayment } from '@patchbay/sdk/payment'
import type { BuildModule } from '@patchbay/sdk/run-module'
import { cancel, find, open, type Payment, peek, refund } from './payments.ts'

const report = (client: Client, { invoiceUuid, paymentId, amount, status }: Payment) =>
  client.updateInvoice({ invoiceUuid, paymentId, amount, status })

/** The customer's page. Replace it by the one of your payment provider. */
const checkoutPage = (client: Client) => async (request: IncomingMessage, response: ServerResponse) => {
  const payment = peek(request.url?.split('/').pop() ?? '')
  if (payment?.status === 'pending' && request.method === 'POST') {
    // The order may have changed since the link was sent. Without an answer this throws, and nothing is charged.
    const checked = await client.checkInvoice(payment)
    if (checked.ok) {
      payment.status = 'succeeded'
      await report(client, payment)
    }
  }
  response.writeHead(payment ? 200 : 404, { 'content-type': 'text/html' })
  response.end(`<h1>${payment?.status ?? 'unknown'}</h1><form method="post"><button>Pay</button></form>`)
}

export const build: BuildModule = ({ connection: { client, secretFor }, publicUrl }) => {
  const bank = servePayment({
    secretFor,
    currencies: ['EUR', 'USD'],
    shops: [{ code: 'main', name: 'My shop', active: true }],
    create: (invoice) => {
      const { paymentId } = open(invoice)
      return { paymentId, invoiceUrl: `${publicUrl}/pay/${paymentId}`, cancellable: true }
    },
    cancel: ({ paymentId }) => cancel(find(paymentId)),
    refund: async ({ paymentId, amount }) => {
      const payment = find(paymentId)
      const refunded = refund(payment, amount)
      if (payment.status === 'refundSucceeded') await report(client, payment)
      return { id: crypto.randomUUID(), status: 'succeeded', amount: refunded }
    },
    status: ({ paymentId }) => ({ paymentId, status: find(paymentId).status }),
  })
  const { handler } = bank
  const registration = bank.registration(publicUrl)
  return { code: 'my-module', name: 'My module', handler, registration, fallback: checkoutPage(client) }
}
