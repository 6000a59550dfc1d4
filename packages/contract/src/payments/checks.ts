import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { AmountIn, Text } from '../base/types.ts'

export const checkInvoice = defineEndpoint({
  id: 'payment.check',
  summary: 'Check, before charging, that the order still matches the invoice',
  method: 'POST',
  path: '/api/v5/payment/check',
  auth: { by: 'api-key', scope: 'payments_write' },
  body: Type.Object({
    check: Type.Object({ invoiceUuid: Text(64), amount: AmountIn, currency: Type.Optional(Text(3)) }),
  }),
  status: 200,
  repeatable: true,
  reply: Type.Object({
    success: Type.Boolean(),
    errorMsg: Type.Optional(Type.String()),
    result: Type.Object({ success: Type.Boolean(), errorMsg: Type.Optional(Type.String()) }),
  }),
})
