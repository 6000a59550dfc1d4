import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { AmountIn } from '../../base/money.ts'
import { Code, EmailAddress, Id, Line, Moment, Success, SuccessWith, Text, Uuid, WebAddress } from '../../base/types.ts'
import { InvoiceStatus, OperationKind, OperationState, RefundStatus } from '../operations.ts'

// Payments as people see them in the workspace. Sums are decimal text, exact.

const Sum = Type.String()

export const WorkspaceInvoice = Type.Object(
  {
    id: Uuid,
    paymentId: Id,
    orderId: Id,
    /** Absent until the module has confirmed the invoice. */
    status: Type.Optional(InvoiceStatus),
    amount: Sum,
    currency: Type.String(),
    link: Type.Optional(Type.String()),
    errorMsg: Type.Optional(Type.String()),
    createdAt: Moment,
    expiredAt: Type.Optional(Moment),
    /** D-51: the order is no longer what the invoice was issued for. */
    stale: Type.Boolean(),
    /** D-47: where the money is. */
    ledger: Type.Object({ authorised: Sum, captured: Sum, refunded: Sum, refundable: Sum }),
    /** P-16: what can be done now, and nothing else. */
    offers: Type.Array(Type.Enum(['approve', 'cancel', 'refund', 'email', 'reissue'])),
    operation: Type.Optional(
      Type.Object({
        kind: OperationKind,
        state: OperationState,
        requestedBy: Type.String(),
        at: Moment,
        /** What its user should know: that it is under way, or that its outcome is being looked for. */
        note: Type.Optional(Type.String()),
        errorMsg: Type.Optional(Type.String()),
      }),
    ),
    refunds: Type.Array(Type.Object({ amount: Sum, status: RefundStatus, comment: Type.String(), createdAt: Moment })),
    history: Type.Array(Type.Object({ at: Moment, to: InvoiceStatus, actor: Type.String() })),
  },
  { title: 'WorkspaceInvoice' },
)
export type WorkspaceInvoice = Static<typeof WorkspaceInvoice>

const manager = { auth: { by: 'session', role: 'manager' } } as const
const admin = { auth: { by: 'session', role: 'admin' } } as const
const byInvoice = { params: Type.Object({ invoiceId: Uuid }) }
const oneInvoice = { status: 200, reply: SuccessWith({ invoice: WorkspaceInvoice }) } as const

export const listOrderInvoices = defineEndpoint({
  id: 'workspace.invoices.list',
  summary: 'The invoices of an order, newest first',
  method: 'GET',
  path: '/workspace/orders/{orderId}/invoices',
  ...manager,
  params: Type.Object({ orderId: Id }),
  status: 200,
  reply: SuccessWith({ invoices: Type.Array(WorkspaceInvoice) }),
})

export const addOrderPayment = defineEndpoint({
  id: 'workspace.orders.add-payment',
  summary: 'Add a payment to an order: the whole sum, unless one is given',
  method: 'POST',
  path: '/workspace/orders/{id}/payments',
  ...manager,
  params: Type.Object({ id: Id }),
  body: Type.Object({ type: Code, amount: Type.Optional(AmountIn) }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['not_found', 'entity_invalid', 'payment_shop_gone'],
})

export const issueInvoice = defineEndpoint({
  id: 'workspace.invoices.issue',
  summary: 'Issue an invoice for a payment of an order',
  method: 'POST',
  path: '/workspace/payments/{paymentId}/invoice',
  ...manager,
  params: Type.Object({ paymentId: Id }),
  body: Type.Object({ returnUrl: Type.Optional(WebAddress) }),
  ...oneInvoice,
  errors: [
    'not_found',
    'payment_not_integrated',
    'payment_shop_gone',
    'payment_currency_unsupported',
    'payment_amount_zero',
    'invoice_exists',
    'module_inactive',
  ],
})

export const operateInvoice = defineEndpoint({
  id: 'workspace.invoices.operate',
  summary: 'Approve, cancel or refund (D-45)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/operations',
  ...manager,
  ...byInvoice,
  body: Type.Object({ kind: Type.Enum(['approve', 'cancel', 'refund']), amount: Type.Optional(AmountIn) }),
  ...oneInvoice,
  errors: [
    'not_found',
    'invoice_move_refused',
    'operation_in_progress',
    'operation_unsupported',
    'refund_too_large',
    'refund_amount_invalid',
    'module_inactive',
  ],
})

export const reissueInvoice = defineEndpoint({
  id: 'workspace.invoices.reissue',
  summary: 'Cancel an invoice at the module and issue a new one for the order as it is now (D-51)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/reissue',
  ...manager,
  ...byInvoice,
  ...oneInvoice,
  errors: ['not_found', 'invoice_move_refused', 'operation_in_progress', 'operation_unsupported', 'module_inactive'],
})

export const sendInvoiceLink = defineEndpoint({
  id: 'workspace.invoices.letter',
  summary: 'Send the client an e-mail with the payment link (P-16)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/letter',
  ...manager,
  ...byInvoice,
  body: Type.Object({ to: Type.Optional(EmailAddress) }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'invoice_move_refused', 'email_missing'],
})

export const lookAtInvoice = defineEndpoint({
  id: 'workspace.invoices.look',
  summary: 'Find out now what became of an operation (D-46)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/look',
  ...manager,
  ...byInvoice,
  ...oneInvoice,
  errors: ['not_found'],
})

export const resolveOperation = defineEndpoint({
  id: 'workspace.invoices.resolve',
  summary: 'Say what became of an operation that nobody could find out about (D-46)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/resolve',
  ...admin,
  ...byInvoice,
  body: Type.Object({ outcome: Type.Enum(['happened', 'did-not-happen']), reason: Text(1000) }),
  ...oneInvoice,
  errors: ['not_found', 'nothing_to_resolve'],
})

// Where money and invoice disagree

export const Discrepancy = Type.Object({
  id: Id,
  at: Moment,
  kind: Type.String(),
  text: Type.String(),
  invoiceId: Type.Optional(Uuid),
  moduleCode: Type.Optional(Code),
  detail: Type.Record(Type.String(), Type.Unknown()),
  resolvedAt: Type.Optional(Moment),
  resolvedBy: Type.Optional(Type.String()),
  resolution: Type.Optional(Type.String()),
})
export type Discrepancy = Static<typeof Discrepancy>

export const listDiscrepancies = defineEndpoint({
  id: 'workspace.discrepancies.list',
  summary: 'Where money and invoices disagree, newest first',
  method: 'GET',
  path: '/workspace/discrepancies',
  ...admin,
  query: Type.Object({ resolved: Type.Boolean({ default: false }), before: Type.Optional(Id) }),
  status: 200,
  reply: SuccessWith({ discrepancies: Type.Array(Discrepancy) }),
})

export const resolveDiscrepancy = defineEndpoint({
  id: 'workspace.discrepancies.resolve',
  summary: 'Say what was done about a discrepancy',
  method: 'POST',
  path: '/workspace/discrepancies/{discrepancyId}/resolve',
  ...admin,
  params: Type.Object({ discrepancyId: Id }),
  body: Type.Object({ resolution: Text(1000) }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

// Settings

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
  summary: 'Which payment status follows an invoice’s, and the letter with the payment link',
  method: 'GET',
  path: '/workspace/payment-settings',
  ...manager,
  status: 200,
  reply: SuccessWith({ settings: PaymentSettingsView }),
})

export const editPaymentSettings = defineEndpoint({
  id: 'workspace.payment-settings.edit',
  summary: 'Replace the mapping, the letter, or both',
  method: 'PUT',
  path: '/workspace/payment-settings',
  ...admin,
  body: Type.Partial(PaymentSettingsView),
  status: 200,
  reply: Success,
  errors: ['input_invalid'],
})

export const PaymentShop = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  removed: Type.Boolean(),
  moduleCode: Code,
  moduleName: Line(),
})

export const BoundType = Type.Object({
  code: Code,
  name: Line(),
  shopId: Type.Optional(Id),
  /** P-07, P-06: what a user is told who adds a payment of this type to an order. */
  warning: Type.Optional(Type.String()),
  usable: Type.Boolean(),
  /** Payments of this type on open orders. */
  payments: Type.Integer(),
})

export const listPaymentShops = defineEndpoint({
  id: 'workspace.payment-shops.list',
  summary: 'The shops of payment modules and the payment types that are bound to them (P-23, D-52)',
  method: 'GET',
  path: '/workspace/payment-shops',
  ...manager,
  status: 200,
  reply: SuccessWith({ shops: Type.Array(PaymentShop), types: Type.Array(BoundType) }),
})

export const bindPaymentType = defineEndpoint({
  id: 'workspace.payment-types.bind',
  summary: 'Bind a payment type to a shop of a payment module, or to none (P-23)',
  method: 'PUT',
  path: '/workspace/payment-types/{typeCode}/shop',
  ...admin,
  params: Type.Object({ typeCode: Code }),
  body: Type.Object({ shopId: Type.Optional(Id) }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})
