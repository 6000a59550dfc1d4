import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Moment, Success, SuccessWith, Text, Uuid } from '../../base/types.ts'
import { admin } from './invoices.ts'

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
