import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Success, SuccessWith, Text } from '../../base/types.ts'
import { InvoiceStatus } from '../statuses.ts'
import { admin, manager } from './invoices.ts'

const Mapping = Type.Object({
  /** Absent: for every payment type that has none of its own (D-50). */
  paymentType: Type.Optional(Code),
  invoiceStatus: InvoiceStatus,
  paymentStatus: Code,
})

export const PaymentSettingsView = Type.Object({
  mappings: Type.Array(Mapping, { maxItems: 5_000 }),
  /** P-16: {link}, {order}, {amount}, {currency}, {name} and {account} are filled in. */
  letter: Type.Object({
    subject: Text(300),
    body: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\{link\\}' }),
  }),
})

export type PaymentSettingsView = Static<typeof PaymentSettingsView>

export const getPaymentSettings = defineEndpoint({
  id: 'workspace.payment-settings.get',
  summary: 'The payment status that follows each invoice status, and the payment link email',
  method: 'GET',
  path: '/workspace/payment-settings',
  ...manager,
  status: 200,
  reply: SuccessWith({ settings: PaymentSettingsView }),
})

export const editPaymentSettings = defineEndpoint({
  id: 'workspace.payment-settings.edit',
  summary: 'Replace the mapping, the payment link email, or both',
  method: 'PUT',
  path: '/workspace/payment-settings',
  ...admin,
  body: Type.Partial(PaymentSettingsView),
  status: 200,
  reply: Success,
  errors: ['input_invalid'],
})
