import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { EmailAddress, Id, Moment, Success, SuccessWith, Uuid, WebAddress } from '../../base/types.ts'
import { InvoiceStatus, OperationKind, OperationState, RefundStatus } from '../statuses.ts'

/** Exact decimal text. */
const Sum = Type.String()

/** D-46: what a user should know about an open operation; absent once it is closed. */
export const OperationNote = Type.Union([
  /** delayed: it could not be sent, and will be tried again (D-86). */
  Type.Object({ code: Type.Enum(['queued', 'delayed']) }),
  /** unconfirmed: sent, do not repeat it. accepted: in progress at the module. unresolved: a person has to find out. */
  Type.Object({ code: Type.Enum(['unconfirmed', 'accepted', 'unresolved']), at: Moment }),
])
export type OperationNote = Static<typeof OperationNote>

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
    /** D-87: what the order owes apart from this invoice's payment: what a new invoice would be for. */
    owed: Sum,
    /** P-16: the actions that are allowed now. */
    offers: Type.Array(Type.Enum(['approve', 'cancel', 'refund', 'email', 'reissue'])),
    operation: Type.Optional(
      Type.Object({
        kind: OperationKind,
        state: OperationState,
        requestedBy: Type.String(),
        at: Moment,
        note: Type.Optional(OperationNote),
        errorMsg: Type.Optional(Type.String()),
        /** D-46: an administrator may say what came of it. */
        resolvable: Type.Boolean(),
      }),
    ),
    refunds: Type.Array(Type.Object({ amount: Sum, status: RefundStatus, comment: Type.String(), createdAt: Moment })),
    history: Type.Array(Type.Object({ at: Moment, to: InvoiceStatus, actor: Type.String() })),
  },
  { title: 'WorkspaceInvoice' },
)
export type WorkspaceInvoice = Static<typeof WorkspaceInvoice>

export const manager = { auth: { by: 'session', role: 'manager' } } as const
export const admin = { auth: { by: 'session', role: 'admin' } } as const
export const byInvoice = { params: Type.Object({ invoiceId: Uuid }) }
export const oneInvoice = { status: 200, reply: SuccessWith({ invoice: WorkspaceInvoice }) } as const

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
    'payment_paid',
    'payment_above_owed',
    'invoice_exists',
    'module_inactive',
  ],
})

export const sendInvoiceLink = defineEndpoint({
  id: 'workspace.invoices.letter',
  summary: 'Email the payment link to the customer (P-16)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/letter',
  ...manager,
  ...byInvoice,
  body: Type.Object({ to: Type.Optional(EmailAddress) }),
  status: 200,
  reply: Success,
  errors: [
    'not_found',
    'invoice_move_refused',
    'email_missing',
    'payment_shop_gone',
    'module_inactive',
    'payment_paid',
  ],
})
