import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Moment, SuccessWith, Uuid } from '../../base/types.ts'
import { WaitingList } from '../../base/waiting-list.ts'
import { OperationKind } from '../statuses.ts'
import { Discrepancy } from './discrepancies.ts'
import { manager } from './invoices.ts'

const ofInvoice = {
  invoiceId: Uuid,
  orderId: Id,
  orderNumber: Type.String(),
  /** Exact decimal text. */
  amount: Type.String(),
  currency: Type.String(),
}

export const ExpiringHold = Type.Object({ ...ofInvoice, expiresAt: Moment }, { title: 'ExpiringHold' })
export type ExpiringHold = Static<typeof ExpiringHold>

export const UnresolvedOperation = Type.Object(
  { ...ofInvoice, kind: OperationKind, at: Moment },
  { title: 'UnresolvedOperation' },
)
export type UnresolvedOperation = Static<typeof UnresolvedOperation>

export const listPaymentAttention = defineEndpoint({
  id: 'workspace.payments.attention',
  summary: 'Holds that expire within 24 hours, operations that a person has to resolve (D-46), open discrepancies',
  method: 'GET',
  path: '/workspace/payments/attention',
  ...manager,
  status: 200,
  reply: SuccessWith({
    holds: WaitingList(ExpiringHold),
    operations: WaitingList(UnresolvedOperation),
    /** Absent unless the reader is an administrator. */
    discrepancies: Type.Optional(WaitingList(Discrepancy)),
  }),
})
