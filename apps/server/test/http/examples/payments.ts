import { createOrder, getOrder } from '@patchbay/contract/crm/orders'
import { checkInvoice } from '@patchbay/contract/payments/checks'
import { createInvoice, getInvoice, importInvoice } from '@patchbay/contract/payments/invoices'
import { updateInvoice } from '@patchbay/contract/payments/reports'
import { waitUntil } from '@patchbay/testkit/services'
import { ofWorkspace, type Stage } from './stage.ts'

/** An order with one payment by the bank. */
const orderToPay = async ({ call }: Stage, number: string): Promise<{ orderId: number; paymentId: number }> => {
  const { id, order } = await call(createOrder, {
    body: {
      site: 'fern-garden',
      order: {
        number,
        firstName: 'Nora',
        lastName: 'Berg',
        email: 'nora@customer.example',
        phone: '+46701234567',
        items: [{ externalId: 'fern-1', productName: 'Boston fern', initialPrice: 24.5, quantity: 2 }],
        payments: [{ type: 'fern-bank-main', amount: 49 }],
      },
    },
  })
  return { orderId: id, paymentId: Object.values(order.payments)[0]?.id ?? 0 }
}

type WorkspaceInvoice = { id: string; externalId?: string }

/** Issues an invoice by the API. */
const issue = async (stage: Stage, number: string): Promise<string> => {
  const { orderId, paymentId } = await orderToPay(stage, number)
  await stage.call(createInvoice, {
    body: { createInvoice: { paymentId, returnUrl: 'https://garden.example/thanks' } },
  })
  const list = stage.bruno.get(`/workspace/orders/${orderId}/invoices`)
  const { invoices } = await ofWorkspace<{ invoices: WorkspaceInvoice[] }>(list)
  return invoices[0]?.id ?? ''
}

const operate = ({ bruno }: Stage, invoice: string, kind: string, amount?: number) =>
  ofWorkspace(bruno.postJson(`/workspace/invoices/${invoice}/operations`, { kind, ...(amount && { amount }) }))

const reportHold = ({ call }: Stage, invoiceUuid: string, paymentId: string) =>
  call(updateInvoice, {
    body: { updateInvoice: { invoiceUuid, paymentId, status: 'waitingForCapture', amount: 49, cancellable: true } },
  })

export const recordPayments = async (stage: Stage): Promise<void> => {
  const { call, system, moduleUrl, bruno, ada } = stage
  const actions = { create: 'pay/create', approve: 'pay/approve', cancel: 'pay/cancel', refund: 'pay/refund' }
  const integrationModule = {
    code: 'fern-bank',
    clientId: 'fern-bank',
    name: 'Fern bank',
    baseUrl: moduleUrl,
    actions: { activity: '/activity' },
    integrations: {
      payment: {
        actions: { ...actions, status: 'pay/status', statement: 'pay/statement' },
        currencies: ['USD'],
        shops: [{ code: 'main', name: 'Fern Garden', active: true }],
      },
    },
  }
  await system.fern.api.post('/api/v5/integration-modules/fern-bank/edit', { integrationModule })

  const paid = await issue(stage, '601')
  await call(checkInvoice, { body: { check: { invoiceUuid: paid, amount: 49, currency: 'USD' } } })
  await reportHold(stage, paid, 'pay-1001')
  await operate(stage, paid, 'approve')
  const succeeded = { invoiceUuid: paid, paymentId: 'pay-1001', status: 'succeeded', refundable: true }
  await system.fern.api.post(updateInvoice.path, { updateInvoice: succeeded })
  await operate(stage, paid, 'refund', 24.5)
  await call(getInvoice, { params: { invoiceUuid: paid } })

  await operate(stage, await issue(stage, '602'), 'cancel')

  // The bank breaks off, so the system asks for the status.
  const broken = await issue(stage, '603')
  await reportHold(stage, broken, 'pay-1003')
  await bruno.postJson(`/workspace/invoices/${broken}/operations`, { kind: 'approve' })
  await ofWorkspace(bruno.postJson(`/workspace/invoices/${broken}/look`, {}))

  // An administrator closes a day, so the system asks for the statement.
  const day = await ofWorkspace<{ id: number }>(
    ada.postJson('/workspace/payment-days', { module: 'fern-bank', day: '2026-03-02' }),
  )
  await ofWorkspace(ada.postJson(`/workspace/payment-days/${day.id}/fetch`, {}))
  await waitUntil('the statement is fetched', async () => {
    const read = ada.get(`/workspace/payment-days/${day.id}`)
    return (await ofWorkspace<{ day: { statement: { state: string } } }>(read)).day.statement.state === 'ready'
  })

  const { orderId, paymentId } = await orderToPay(stage, '604')
  await call(getOrder, { params: { externalId: String(orderId) }, query: { by: 'id' } })
  await call(importInvoice, {
    body: {
      invoice: {
        paymentId,
        externalId: 'pay-0900',
        amount: 49,
        currency: 'USD',
        status: 'succeeded',
        createdAt: '2026-03-01 12:00:00',
        paidAt: '2026-03-01 12:04:00',
        refundable: true,
      },
    },
  })
}
