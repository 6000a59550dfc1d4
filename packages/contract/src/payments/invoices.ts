import Type, { type Static } from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { defineEndpoint } from '../base/endpoint.ts'
import { Amount, AmountIn } from '../base/money.ts'
import { Id, Line, Success, SuccessWith, Text, Uuid, WebAddress } from '../base/types.ts'
import { InvoiceStatus, RefundStatus } from './operations.ts'

// Payments as modules see them: what they call, and what they are asked for. The workspace's own methods are in
// workspace-payments.ts.

/** A time as modules write it: with a zone, or without one and then UTC. */
const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?)?( ?(Z|[+-]\\d{2}:?\\d{2}))?$',
})

/** 4.4: what a module tells of an invoice. The status is judged by us and not by the schema: what came is kept anyway. */
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
  summary: 'Tell what became of an invoice',
  method: 'POST',
  path: '/api/v5/payment/update-invoice',
  auth: { by: 'api-key', scope: 'payments_write' },
  body: Type.Object({ updateInvoice: UpdateInvoice }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'invoice_status_unknown', 'invoice_disagrees'],
})

export const checkInvoice = defineEndpoint({
  id: 'payment.check',
  summary: 'Ask, before charging, whether the order is still what the invoice was issued for',
  method: 'POST',
  path: '/api/v5/payment/check',
  auth: { by: 'api-key', scope: 'payments_write' },
  body: Type.Object({
    check: Type.Object({ invoiceUuid: Text(64), amount: AmountIn, currency: Type.Optional(Text(3)) }),
  }),
  status: 200,
  reply: Type.Object({
    success: Type.Boolean(),
    errorMsg: Type.Optional(Type.String()),
    result: Type.Object({ success: Type.Boolean(), errorMsg: Type.Optional(Type.String()) }),
  }),
})

export const createInvoice = defineEndpoint({
  id: 'payment.create-invoice',
  summary: 'Issue an invoice for a payment of an order, and get its link',
  method: 'POST',
  path: '/api/v5/payment/create-invoice',
  auth: { by: 'api-key', scope: 'payments_write' },
  body: Type.Object({
    createInvoice: Type.Object({ paymentId: Id, returnUrl: Type.Optional(WebAddress) }),
  }),
  status: 200,
  reply: SuccessWith({ result: Type.Object({ link: WebAddress }) }),
  errors: [
    'not_found',
    'payment_not_integrated',
    'payment_shop_gone',
    'payment_currency_unsupported',
    'payment_amount_zero',
    'invoice_exists',
    'invoice_unconfirmed',
    'payment_refused',
    'module_inactive',
  ],
})

const InvoiceRefund = Type.Object({
  id: Id,
  externalId: Type.Optional(Type.String()),
  status: RefundStatus,
  comment: Type.String(),
  amount: Type.String(),
  createdAt: Type.String(),
})

export const Invoice = Type.Object(
  {
    invoiceUuid: Uuid,
    invoiceType: Type.Literal('link'),
    createdAt: Type.String(),
    customerId: Type.Optional(Id),
    orderId: Id,
    paymentId: Id,
    amount: Type.String(),
    currency: Type.String(),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    /** Absent until the module has confirmed the invoice. */
    status: Type.Optional(InvoiceStatus),
    statusMessage: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    link: Type.Optional(Type.String()),
    errorMsg: Type.Optional(Type.String()),
    paidAt: Type.Optional(Type.String()),
    expiredAt: Type.Optional(Type.String()),
    cancellationDetails: Type.Optional(Type.String()),
    refundable: Type.Boolean(),
    cancellable: Type.Boolean(),
    refunds: Type.Array(InvoiceRefund),
    discountAmount: Type.Optional(Type.String()),
  },
  { title: 'Invoice' },
)

export const getInvoice = defineEndpoint({
  id: 'payment.invoice',
  summary: 'An invoice, by its UUID',
  method: 'GET',
  path: '/api/v5/payment/invoice/{invoiceUuid}',
  auth: { by: 'api-key', scope: 'payments_read' },
  params: Type.Object({ invoiceUuid: Text(64) }),
  status: 200,
  reply: SuccessWith({ invoice: Invoice }),
  errors: ['not_found'],
})

export const importInvoice = defineEndpoint({
  id: 'payment.invoice-import',
  summary: 'Bring in an invoice that was issued elsewhere',
  method: 'POST',
  path: '/api/v5/payment/invoice/import',
  auth: { by: 'api-key', scope: 'payments_write' },
  body: Type.Object({
    invoice: Type.Object({
      paymentId: Id,
      externalId: Text(),
      amount: AmountIn,
      currency: Text(3),
      status: InvoiceStatus,
      createdAt: Type.Optional(Time),
      paidAt: Type.Optional(Time),
      discountAmount: Type.Optional(AmountIn),
      refundable: Type.Optional(Type.Boolean()),
      refunds: Type.Array(
        Type.Object({
          externalId: Text(),
          status: RefundStatus,
          comment: Type.Optional(Line(1000)),
          amount: AmountIn,
          createdAt: Type.Optional(Time),
        }),
        { default: [], maxItems: 1000 },
      ),
    }),
  }),
  status: 201,
  reply: SuccessWith({ invoice: Type.Object({ invoiceUuid: Uuid }) }),
  errors: ['not_found', 'payment_not_integrated', 'invoice_exists', 'entity_invalid'],
})

// What a module is asked for (4.2, 4.3)

const Item = Type.Object({
  name: Type.String(),
  price: Amount,
  quantity: Type.Number(),
  vat: Type.String(),
  paymentMethod: Type.String(),
  paymentObject: Type.String(),
  offerExternalId: Type.Optional(Type.String()),
})

const failure = Type.Object({ success: Type.Literal(false), errorMsg: Type.String() })
const orFailure = (result: ReturnType<typeof Type.Object>) =>
  Type.Union([Type.Object({ success: Type.Literal(true), result: Type.Optional(result) }), failure])

const callback = <const P extends Parameters<typeof defineCallback>[0]['parameters']>(
  action: 'create' | 'approve' | 'cancel' | 'refund',
  summary: string,
  parameters: P,
  result: ReturnType<typeof Type.Object>,
) =>
  defineCallback({
    id: `payment.${action}`,
    summary,
    method: 'POST',
    where: `baseUrl + integrations.payment.actions.${action}`,
    parameters: Type.Object({ clientId: Type.Optional(Type.String()), [action]: parameters }),
    answer: orFailure(result),
  })

export const createCallback = callback(
  'create',
  'An invoice is issued: make a payment link',
  Type.Object({
    shopId: Type.String(),
    invoiceUuid: Uuid,
    invoiceType: Type.Literal('link'),
    amount: Amount,
    currency: Type.String(),
    orderNumber: Type.String(),
    orderId: Id,
    siteUrl: WebAddress,
    returnUrl: WebAddress,
    items: Type.Array(Item),
    customer: Type.Object({}),
  }),
  Type.Object({ paymentId: Type.String(), invoiceUrl: WebAddress, cancellable: Type.Optional(Type.Boolean()) }),
)
const named = Type.Object({ paymentId: Type.String() })
const summed = Type.Object({ paymentId: Type.String(), amount: Type.Optional(Amount) })
const nothing = Type.Object({})
export const approveCallback = callback('approve', 'A manager confirmed: charge the held money', summed, nothing)
export const cancelCallback = callback(
  'cancel',
  'A manager canceled: take no payment, or return the hold',
  named,
  nothing,
)
export const refundCallback = callback(
  'refund',
  'A manager refunds: pay back all of it, or so much',
  summed,
  Type.Object({ id: Type.String(), status: RefundStatus, amount: Amount, comment: Type.String() }),
)

export const statusCallback = defineCallback({
  id: 'payment.status',
  summary: 'How does a payment stand? (optional)',
  method: 'GET',
  where: 'baseUrl + integrations.payment.actions.status',
  parameters: Type.Object({ clientId: Type.Optional(Type.String()), paymentId: Type.String() }),
  answer: orFailure(Type.Object({ status: Type.String() })),
})
