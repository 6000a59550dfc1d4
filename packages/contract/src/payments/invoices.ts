import Type from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import {
  AmountIn,
  Id,
  Line,
  LocalTime,
  SuccessWith,
  SuccessWithWarnings,
  Text,
  Uuid,
  WebAddress,
} from '../base/types.ts'
import { Time } from './reports.ts'
import { InvoiceStatus, RefundStatus } from './statuses.ts'

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
  repeatable: true,
  warns: true,
  reply: SuccessWithWarnings({ result: Type.Object({ link: WebAddress }) }),
  errors: [
    'not_found',
    'payment_not_integrated',
    'payment_shop_gone',
    'payment_currency_unsupported',
    'payment_amount_zero',
    'payment_paid',
    'payment_above_owed',
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
  createdAt: LocalTime,
})

export const Invoice = Type.Object(
  {
    invoiceUuid: Uuid,
    invoiceType: Type.Literal('link'),
    createdAt: LocalTime,
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
    paidAt: Type.Optional(LocalTime),
    expiredAt: Type.Optional(LocalTime),
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
  summary: 'Import an invoice that was issued elsewhere',
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
  warns: true,
  reply: SuccessWithWarnings({ invoice: Type.Object({ invoiceUuid: Uuid }) }),
  errors: ['not_found', 'payment_not_integrated', 'invoice_exists', 'entity_invalid'],
})
