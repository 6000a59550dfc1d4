import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Moment, Success, SuccessWith, Text, Uuid } from '../../base/types.ts'
import { admin } from './invoices.ts'

export const DISCREPANCY_KINDS = [
  'unknown-invoice',
  'foreign-invoice',
  'unknown-status',
  'wrong-amount',
  'wrong-currency',
  'too-early',
  'forbidden-move',
  'refund-too-large',
  'refund-contradiction',
  // D-134: found when a day is compared with the statement of its module.
  'missing-at-provider',
  'unknown-to-us',
  'status-differs',
  'amount-differs',
  'currency-differs',
  'order-payment-missing',
  'order-payment-differs',
  'duplicate-line',
] as const

const DiscrepancyKind = Type.Enum(DISCREPANCY_KINDS)

export type DiscrepancyKind = Static<typeof DiscrepancyKind>

export const Discrepancy = Type.Object({
  id: Id,
  at: Moment,
  kind: DiscrepancyKind,
  invoiceId: Type.Optional(Uuid),
  moduleCode: Type.Optional(Code),
  /** D-134: the day that it was found in. */
  dayId: Type.Optional(Id),
  detail: Type.Record(Type.String(), Type.Unknown()),
  resolvedAt: Type.Optional(Moment),
  resolvedBy: Type.Optional(Type.String()),
  /** Absent when it was resolved by a later report. */
  resolution: Type.Optional(Type.String()),
})

export type Discrepancy = Static<typeof Discrepancy>

export const listDiscrepancies = defineEndpoint({
  id: 'workspace.discrepancies.list',
  summary: 'Reports that contradict their invoices, newest first',
  method: 'GET',
  path: '/workspace/discrepancies',
  ...admin,
  query: Type.Object({ resolved: Type.Boolean({ default: false }), before: Type.Optional(Id) }),
  status: 200,
  reply: SuccessWith({ discrepancies: Type.Array(Discrepancy) }),
})

export const resolveDiscrepancy = defineEndpoint({
  id: 'workspace.discrepancies.resolve',
  summary: 'Resolve a discrepancy',
  method: 'POST',
  path: '/workspace/discrepancies/{discrepancyId}/resolve',
  ...admin,
  params: Type.Object({ discrepancyId: Id }),
  body: Type.Object({ resolution: Text(1000) }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})
