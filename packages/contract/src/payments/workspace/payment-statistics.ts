import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Moment, SuccessWith } from '../../base/types.ts'
import { Counts, Period, ReplicaAge, ReportFilter, ReportPeriod } from '../../platform/workspace/statistics.ts'

/** Exact decimal text. */
const Amount = Type.String()

export const PaymentFigures = Type.Object(
  {
    issued: Type.Integer(),
    issuedAmount: Amount,
    converted: Type.Integer({ description: 'of those issued in the period: paid, whenever that was' }),
    paid: Type.Integer(),
    paidAmount: Amount,
    held: Type.Integer(),
    heldAmount: Amount,
    refunds: Type.Integer(),
    refundedAmount: Amount,
  },
  { title: 'PaymentFigures' },
)
export type PaymentFigures = Static<typeof PaymentFigures>

export const PAYMENT_BREAKDOWNS = ['shop', 'type', 'module'] as const

/** Amounts of different currencies are never added up. */
export const CurrencyStatistics = Type.Object(
  {
    currency: Type.String(),
    total: PaymentFigures,
    days: Type.Array(Type.Object({ day: Type.String(), figures: PaymentFigures })),
    paymentTimes: Counts,
    breakdowns: Type.Array(
      Type.Object({
        by: Type.Enum(PAYMENT_BREAKDOWNS),
        value: Type.String(),
        name: Type.Optional(Type.String()),
        figures: PaymentFigures,
      }),
    ),
    /** At this moment, whatever the period is. */
    heldNow: Type.Object({ count: Type.Integer(), amount: Amount, firstExpiry: Type.Optional(Moment) }),
  },
  { title: 'CurrencyStatistics' },
)
export type CurrencyStatistics = Static<typeof CurrencyStatistics>

export const PaymentStatistics = Type.Object(
  {
    period: Period,
    filter: Type.Optional(ReportFilter),
    replica: Type.Optional(ReplicaAge),
    currencies: Type.Array(CurrencyStatistics),
    unknownNow: Type.Integer({ description: 'operations whose outcome is unknown at this moment' }),
    needPersonNow: Type.Integer(),
  },
  { title: 'PaymentStatistics' },
)
export type PaymentStatistics = Static<typeof PaymentStatistics>

export const getPaymentStatistics = defineEndpoint({
  id: 'workspace.payment-statistics.get',
  summary: 'The figures of the report on payments, by currency, in the time zone of the account',
  method: 'GET',
  path: '/workspace/payment-statistics',
  auth: { by: 'session', role: 'manager' },
  query: Type.Object({
    ...ReportPeriod,
    site: Type.Optional(Type.String({ ...Code, description: 'the shop of the order; one filter at a time' })),
    type: Type.Optional(Type.String({ ...Code, description: 'the payment type' })),
    module: Type.Optional(Code),
  }),
  status: 200,
  reply: SuccessWith({ statistics: PaymentStatistics }),
  errors: ['input_invalid'],
})
