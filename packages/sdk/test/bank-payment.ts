import type { CreateInvoice, StatementLine } from '../src/shapes.ts'

export type Payment = CreateInvoice & {
  paymentId: string
  status: 'pending' | 'waitingForCapture' | 'succeeded' | 'canceled' | 'refundSucceeded'
  refunded: bigint
  chargedAt?: Date
  refunds: { id: string; amount: number; at: Date }[]
}

/** The lines of a statement that a payment makes. */
export const movementsOf = ({
  paymentId,
  invoiceUuid,
  currency,
  amount,
  chargedAt,
  refunds,
}: Payment): StatementLine[] => {
  const shared = { paymentId, invoiceUuid, currency }
  const charged = chargedAt && { type: 'payment' as const, ...shared, amount, at: chargedAt.toISOString() }
  const returned = refunds.map((one) => ({
    ...{ type: 'refund' as const, ...shared, refundId: one.id, amount: one.amount, at: one.at.toISOString() },
  }))
  return [...(charged ? [charged] : []), ...returned]
}
