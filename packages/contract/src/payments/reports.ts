import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { AmountIn, Line, SuccessWithWarnings, Text, WebAddress } from '../base/types.ts'

/** D-91: a time as modules write it: with a zone, or without one and then the account's. */
export const Time = Type.String({
  pattern: '^\\d{4}-\\d{1,2}-\\d{1,2}([T ]\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d+)?)?( ?(Z|[+-]\\d{2}:?\\d{2}))?)?$',
  description: "Y-m-d H:i:s in the account's time zone, or ISO 8601 with an offset",
})

/** 4.4: a module's report about an invoice. The schema does not check the status: every report is stored. */
export const UpdateInvoice = Type.Object(
  {
    invoiceUuid: Text(64),
    paymentId: Type.Optional(Text()),
    status: Type.Optional(Text(64)),
    amount: Type.Optional(AmountIn),
    currency: Type.Optional(Text(3)),
    discountAmount: Type.Optional(AmountIn),
    cancellationDetails: Type.Optional(Line()),
    invoiceUrl: Type.Optional(WebAddress),
    paidAt: Type.Optional(Time),
    expiredAt: Type.Optional(Time),
    refundable: Type.Optional(Type.Boolean()),
    cancellable: Type.Optional(Type.Boolean()),
    refund: Type.Optional(
      Type.Object({
        id: Text(),
        status: Type.Enum(['succeeded', 'canceled']),
        amount: Type.Optional(AmountIn),
        comment: Type.Optional(Line(1000)),
      }),
    ),
  },
  { title: 'UpdateInvoice' },
)

export type UpdateInvoice = Static<typeof UpdateInvoice>

export const updateInvoice = defineEndpoint({
  id: 'payment.update-invoice',
  summary: 'Report the status of an invoice',
  method: 'POST',
  path: '/api/v5/payment/update-invoice',
  auth: { by: 'api-key', scope: 'payments_write' },
  body: Type.Object({ updateInvoice: UpdateInvoice }),
  status: 200,
  repeatable: true,
  warns: true,
  reply: SuccessWithWarnings({}),
  errors: ['not_found', 'invoice_status_unknown', 'invoice_disagrees'],
})
