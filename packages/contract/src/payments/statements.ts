import Type, { type Static } from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { Amount, Moment, Text, Uuid } from '../base/types.ts'

// D-133: the optional statement of a payment module: what was charged and returned at the provider in a period.

export const STATEMENT_LINE_TYPES = ['payment', 'refund'] as const
export type StatementLineType = (typeof STATEMENT_LINE_TYPES)[number]

export const StatementLine = Type.Object(
  {
    type: Type.Enum(STATEMENT_LINE_TYPES, { description: 'payment: money was charged; refund: money was returned' }),
    paymentId: Type.String({ ...Text(), description: 'as create returned it; of a refund, the payment that it is of' }),
    refundId: Type.Optional(Type.String({ ...Text(), description: 'of a refund, as refund returned it' })),
    invoiceUuid: Type.Optional(Uuid),
    amount: Type.Number({ ...Amount, description: 'greater than zero, also of a refund' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    at: Type.String({ ...Moment, description: 'when the money moved: ISO 8601 with an offset' }),
  },
  { title: 'StatementLine' },
)
export type StatementLine = Static<typeof StatementLine>

/** A page of a statement holds at most so many lines. */
export const MOST_LINES_PER_PAGE = 1_000

const Page = Type.Object({
  lines: Type.Array(StatementLine, { maxItems: MOST_LINES_PER_PAGE }),
  next: Type.Optional(
    Type.String({ ...Text(1024), description: 'the cursor of the next page; absent on the last one' }),
  ),
})

export const statementCallback = defineCallback({
  id: 'payment.statement',
  summary: 'What was charged and returned in a period (optional)',
  method: 'GET',
  where: 'baseUrl + integrations.payment.actions.statement',
  parameters: Type.Object({
    clientId: Type.Optional(Type.String()),
    from: Type.String({ ...Moment, description: 'the first moment of the period' }),
    to: Type.String({ ...Moment, description: 'the first moment after the period' }),
    cursor: Type.Optional(Type.String({ description: '`next` of the page before; absent for the first page' })),
  }),
  answer: Type.Union([
    Type.Object({ success: Type.Literal(true), result: Page }),
    Type.Object({ success: Type.Literal(false), errorMsg: Type.String() }),
  ]),
})
