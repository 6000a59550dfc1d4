import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Day, Id, Line, Moment, Success, SuccessWith, Text, Uuid } from '../../base/types.ts'
import {
  DAY_CHANGE_FIELDS,
  DAY_STATES,
  ENTRY_RESULTS,
  STATEMENT_FIELDS,
  STATEMENT_PROBLEMS,
  STATEMENT_STATES,
} from '../day-constants.ts'
import { STATEMENT_LINE_TYPES } from '../statements.ts'
import { Discrepancy } from './discrepancies.ts'
import { admin, manager } from './invoices.ts'

// D-133, D-134: a day of a payment module, compared with its statement and closed.

/** Exact decimal text. */
const Sum = Type.String()
const DayState = Type.Enum(DAY_STATES)
const byDay = { params: Type.Object({ dayId: Id }) }

const Side = Type.Object({
  payments: Type.Integer(),
  paid: Sum,
  refunds: Type.Integer(),
  refunded: Sum,
})

/** Amounts of different currencies are never added up. */
export const DayTotals = Type.Object(
  {
    currency: Type.String(),
    matched: Type.Integer(),
    different: Type.Integer(),
    provider: Side,
    ours: Side,
  },
  { title: 'DayTotals' },
)
export type DayTotals = Static<typeof DayTotals>

/** Why the last statement could not be used: a code with data; the workspace has a sentence for each. */
export const StatementProblem = Type.Object({
  code: Type.Enum(STATEMENT_PROBLEMS),
  page: Type.Optional(Type.Integer()),
  line: Type.Optional(Type.Integer()),
  field: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
})
export type StatementProblem = Static<typeof StatementProblem>

/** What is not as it was when the day was closed. */
export const DayChange = Type.Object({
  field: Type.Enum(DAY_CHANGE_FIELDS),
  movement: Type.Enum(STATEMENT_LINE_TYPES),
  invoiceId: Type.Optional(Uuid),
  orderId: Type.Optional(Id),
  orderNumber: Type.Optional(Type.String()),
  paymentId: Type.Optional(Type.String()),
  currency: Type.String(),
  before: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type DayChange = Static<typeof DayChange>

export const PaymentDay = Type.Object(
  {
    id: Id,
    day: Day,
    module: Type.Object({ code: Code, name: Type.String() }),
    state: DayState,
    /** Of a day of 23 or 25 hours too: when it begins and ends. */
    from: Moment,
    to: Moment,
    statement: Type.Object({
      state: Type.Enum(STATEMENT_STATES),
      at: Type.Optional(Moment),
      source: Type.Optional(Type.Enum(['module', 'file'])),
      lines: Type.Integer(),
      outside: Type.Integer({ description: 'lines of other days, which are left out' }),
      problem: Type.Optional(StatementProblem),
    }),
    matched: Type.Integer(),
    different: Type.Integer(),
    unacknowledged: Type.Integer(),
    totals: Type.Array(DayTotals),
    changeCount: Type.Integer(),
    closedAt: Type.Optional(Moment),
    closedBy: Type.Optional(Type.String()),
  },
  { title: 'PaymentDay' },
)
export type PaymentDay = Static<typeof PaymentDay>

const Closing = Type.Object({
  at: Moment,
  by: Type.String(),
  matched: Type.Integer(),
  different: Type.Integer(),
  totals: Type.Array(DayTotals),
})
export type DayClosing = Static<typeof Closing>

/** A discrepancy of the day with what leads to it. */
export const DayDifference = Type.Object({
  ...Discrepancy.properties,
  orderId: Type.Optional(Id),
  orderNumber: Type.Optional(Type.String()),
})
export type DayDifference = Static<typeof DayDifference>

export const listPaymentDays = defineEndpoint({
  id: 'workspace.payment-days.list',
  summary: 'The days that were opened, the latest first, and the payment modules that have days',
  method: 'GET',
  path: '/workspace/payment-days',
  ...manager,
  query: Type.Object({ module: Type.Optional(Code), before: Type.Optional(Day) }),
  status: 200,
  reply: SuccessWith({
    days: Type.Array(PaymentDay),
    next: Type.Optional(Day),
    modules: Type.Array(Type.Object({ code: Code, name: Type.String(), statement: Type.Boolean() })),
  }),
  errors: ['input_invalid'],
})

export const openPaymentDay = defineEndpoint({
  id: 'workspace.payment-days.open',
  summary: 'Open a day of a payment module, or find it if it was opened before',
  method: 'POST',
  path: '/workspace/payment-days',
  ...admin,
  body: Type.Object({ module: Code, day: Day }),
  status: 200,
  reply: SuccessWith({ id: Id }),
  errors: ['input_invalid'],
})

export const getPaymentDay = defineEndpoint({
  id: 'workspace.payment-days.get',
  summary: 'A day with its differences, what changed since it was closed, and when it was closed before',
  method: 'GET',
  path: '/workspace/payment-days/{dayId}',
  ...manager,
  ...byDay,
  status: 200,
  reply: SuccessWith({
    day: PaymentDay,
    differences: Type.Array(DayDifference),
    changes: Type.Array(DayChange),
    closings: Type.Array(Closing),
  }),
  errors: ['not_found'],
})

export const DayEntry = Type.Object(
  {
    place: Type.Integer(),
    movement: Type.Enum(STATEMENT_LINE_TYPES),
    result: Type.Enum(ENTRY_RESULTS),
    /** The reasons of a difference: kinds of discrepancies. */
    kinds: Type.Array(Type.String()),
    at: Moment,
    paymentId: Type.Optional(Type.String()),
    refundId: Type.Optional(Type.String()),
    invoiceId: Type.Optional(Uuid),
    orderId: Type.Optional(Id),
    orderNumber: Type.Optional(Type.String()),
    currency: Type.String(),
    provider: Type.Optional(Sum),
    ours: Type.Optional(Sum),
    status: Type.Optional(Type.String()),
    refunded: Type.Optional(Sum),
    orderPayment: Type.Optional(Type.Object({ amount: Sum, status: Type.String() })),
    /** What was written when its differences were acknowledged. */
    note: Type.Optional(Type.String()),
  },
  { title: 'DayEntry' },
)
export type DayEntry = Static<typeof DayEntry>

export const listDayEntries = defineEndpoint({
  id: 'workspace.payment-days.entries',
  summary:
    'Every payment and refund of the day, at the provider or here, as it was compared last or when it was closed',
  method: 'GET',
  path: '/workspace/payment-day-entries',
  ...manager,
  query: Type.Object({
    dayId: Id,
    result: Type.Optional(Type.Enum(ENTRY_RESULTS)),
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  }),
  status: 200,
  reply: SuccessWith({ entries: Type.Array(DayEntry), next: Type.Optional(Type.Integer()) }),
  errors: ['not_found'],
})

export const fetchStatement = defineEndpoint({
  id: 'workspace.payment-days.fetch',
  summary: 'Ask the module for the statement of the day; a worker does, and the day is compared again',
  method: 'POST',
  path: '/workspace/payment-days/{dayId}/fetch',
  ...admin,
  ...byDay,
  status: 200,
  reply: Success,
  errors: ['not_found', 'day_closed', 'statement_unsupported'],
})

export const acknowledgeDifferences = defineEndpoint({
  id: 'workspace.payment-days.acknowledge',
  summary: 'Acknowledge differences of the day with a note',
  method: 'POST',
  path: '/workspace/payment-days/{dayId}/acknowledge',
  ...admin,
  ...byDay,
  body: Type.Object({ discrepancyIds: Type.Array(Id, { minItems: 1, maxItems: 1_000 }), note: Text(1000) }),
  status: 200,
  reply: SuccessWith({ acknowledged: Type.Integer() }),
  errors: ['not_found', 'day_closed'],
})

export const closePaymentDay = defineEndpoint({
  id: 'workspace.payment-days.close',
  summary: 'Compare the day once more and close it',
  method: 'POST',
  path: '/workspace/payment-days/{dayId}/close',
  ...admin,
  ...byDay,
  status: 200,
  reply: Success,
  errors: ['not_found', 'day_closed', 'day_without_statement', 'day_has_differences'],
})

export const reopenPaymentDay = defineEndpoint({
  id: 'workspace.payment-days.reopen',
  summary: 'Open a closed day again, to review what changed and close it again',
  method: 'POST',
  path: '/workspace/payment-days/{dayId}/reopen',
  ...admin,
  ...byDay,
  status: 200,
  reply: Success,
  errors: ['not_found', 'day_open'],
})

/** The upload is the raw file (http/uploads.ts). `mapping`: the field of each column, empty for one that is not read. */
export const StatementUpload = Type.Object({
  dayId: Id,
  name: Text(255),
  mapping: Type.Optional(Line(2_000)),
})

const StatementField = Type.Enum(STATEMENT_FIELDS)

/** What the columns of an uploaded statement hold, when their headings do not say it. */
export const StatementColumns = Type.Object({
  headings: Type.Array(Type.String()),
  mapping: Type.Array(Type.Union([StatementField, Type.Null()])),
  rows: Type.Array(Type.Array(Type.String())),
})
export type StatementColumns = Static<typeof StatementColumns>

export const StatementUploadReply = SuccessWith({
  /** Absent: the statement is read and compared. */
  columns: Type.Optional(StatementColumns),
  problem: Type.Optional(StatementProblem),
})
export type StatementUploadReply = Static<typeof StatementUploadReply>
