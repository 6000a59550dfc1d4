import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, LocalTimeIn, Moment, SuccessWith, Uuid } from '../../base/types.ts'
import { TraceStep } from '../../platform/workspace/traces.ts'
import { InvoiceStatus, OperationKind, OperationState } from '../statuses.ts'
import { byInvoice, manager } from './invoices.ts'

/** What an invoice waits for, in the order in which somebody works through it. */
export const INVOICE_LISTS = ['awaiting', 'held', 'unknown', 'needs-person', 'refunded', 'all'] as const
export type InvoiceListName = (typeof INVOICE_LISTS)[number]

/** Issued; issued and paid since; paid; put on hold; refunded. */
export const INVOICE_FIGURES = ['issued', 'converted', 'paid', 'held', 'refunded'] as const
export type InvoiceFigure = (typeof INVOICE_FIGURES)[number]

/** Exact decimal text. */
const Sum = Type.String()
const Limit = Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,3})?$' })

/** The keyset cursor of this list: a time and the id of an invoice or an operation; opaque to clients. */
const InvoiceCursor = Type.String({
  pattern: '^[0-9]{1,18}\\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
})

export const ListedInvoice = Type.Object(
  {
    id: Uuid,
    orderId: Id,
    orderNumber: Type.String(),
    customerId: Type.Optional(Id),
    customerName: Type.String(),
    /** Absent when the order was deleted. */
    shop: Type.Optional(Type.Object({ code: Code, name: Line() })),
    managerId: Type.Optional(Id),
    module: Type.Object({ code: Code, name: Line() }),
    amount: Sum,
    refunded: Sum,
    currency: Type.String(),
    /** Absent until the module has confirmed the invoice. */
    status: Type.Optional(InvoiceStatus),
    failed: Type.Boolean({ description: 'the module refused to create it' }),
    createdAt: Moment,
    /** When a hold or the payment link ends. */
    expiredAt: Type.Optional(Moment),
    operation: Type.Optional(
      Type.Object(
        { kind: OperationKind, state: OperationState, at: Moment },
        { description: 'the one that is open, if there is one' },
      ),
    ),
  },
  { title: 'ListedInvoice' },
)
export type ListedInvoice = Static<typeof ListedInvoice>

export const InvoiceSum = Type.Object(
  { currency: Type.String(), count: Type.Integer(), amount: Sum, refunded: Sum },
  { title: 'InvoiceSum' },
)
export type InvoiceSum = Static<typeof InvoiceSum>

export const listInvoices = defineEndpoint({
  id: 'workspace.invoices.list-all',
  summary: 'List invoices across orders: newest first; holds by when they expire, open outcomes by how long they wait',
  method: 'GET',
  path: '/workspace/invoices',
  ...manager,
  query: Type.Object({
    list: Type.Enum(INVOICE_LISTS, { default: 'all' }),
    from: Type.Optional(LocalTimeIn),
    to: Type.Optional(Type.String({ ...LocalTimeIn, description: 'a day without a time includes the whole day' })),
    site: Type.Optional(Code),
    module: Type.Optional(Code),
    managerId: Type.Optional(Type.Integer({ ...Id, description: 'the manager of the order' })),
    least: Type.Optional(Limit),
    most: Type.Optional(Limit),
    counted: Type.Optional(
      Type.Enum(INVOICE_FIGURES, {
        description: 'what the period is about, as the report on payments counts it; absent: when they were created',
      }),
    ),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    type: Type.Optional(Type.String({ ...Code, description: 'the payment type' })),
    paidOver: Type.Optional(
      Type.Integer({ minimum: 0, description: 'paid more seconds than this after the link was issued' }),
    ),
    paidTo: Type.Optional(Type.Integer({ minimum: 0 })),
    text: Type.Optional(Type.String({ maxLength: 200, description: 'the number of the order, or the customer' })),
    after: Type.Optional(InvoiceCursor),
  }),
  status: 200,
  reply: SuccessWith({
    invoices: Type.Array(ListedInvoice),
    next: Type.Optional(InvoiceCursor),
    sums: Type.Optional(
      Type.Array(InvoiceSum, { description: 'of all that the filters match, by currency; with the first page' }),
    ),
    partial: Type.Optional(
      Type.Boolean({ description: 'the sums are of the first 50,000 only: a shorter period has exact ones' }),
    ),
  }),
  errors: ['input_invalid'],
})

export const getInvoiceHistory = defineEndpoint({
  id: 'workspace.invoices.history',
  summary: 'The history of an invoice: who requested what, what the module reported, and each change of its status',
  method: 'GET',
  path: '/workspace/invoices/{invoiceId}/history',
  ...manager,
  ...byInvoice,
  status: 200,
  reply: SuccessWith({ orderId: Id, orderNumber: Type.String(), steps: Type.Array(TraceStep) }),
  errors: ['not_found'],
})
