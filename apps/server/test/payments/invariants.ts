// What must hold of every life of an invoice, once everything has healed (I1–I6 of the design).
import { type Ledger, type Payment, refundedOf, statusOf } from '@patchbay/testkit/bank-ledger'
import type { Deps } from '../../src/deps.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { OPEN_STATES } from '../../src/payments/operations/rules.ts'
import type { Engine } from './engine.ts'
import type { CrashPoint, Fault } from './lives.ts'

export type Run = {
  engine: Engine
  deps: Deps
  accountId: number
  asks: boolean
  ledger: Ledger
  faults: Map<string, Fault>
  invoiceId: string
  orderId: number
  acknowledged: number
  problems: string[]
  dies: Map<string, CrashPoint>
  /** A report was lost and the bank has no `status`: the result stays unknown. */
  deaf: boolean
}

export const payments = ({ ledger }: Run): Payment[] => [...ledger.payments.values()]

/** I1–I6 of the design: what must hold of every life, once everything has healed. */
export const violationsOf = (run: Run): Promise<string[]> =>
  inAccount(run.deps.db, run.accountId, async (trx) => {
    const found: string[] = []
    const { invoiceId } = run
    const invoice = await trx.selectFrom('invoice').selectAll().where('id', '=', invoiceId).executeTakeFirstOrThrow()
    const history = await trx
      .selectFrom('invoice_history')
      .selectAll()
      .where('invoice_id', '=', invoiceId)
      .orderBy('id')
      .execute()
    const operations = await trx
      .selectFrom('payment_operation')
      .selectAll()
      .where('invoice_id', '=', invoiceId)
      .execute()
    const inbox = await trx.selectFrom('invoice_inbox').select('id').where('invoice_id', '=', invoiceId).execute()
    const discrepancies = await trx
      .selectFrom('discrepancy')
      .select('id')
      .where('invoice_id', '=', invoiceId)
      .where('resolved_at', 'is', null)
      .execute()
    let at: string | null = null
    for (const { from_status, to_status } of history) {
      if (from_status !== at) found.push(`I1 the history jumps from ${at} to ${from_status}`)
      at = to_status
    }
    if (at !== invoice.status) found.push(`I1 the history ends at ${at}, the invoice is ${invoice.status}`)
    for (const payment of payments(run)) {
      if (payment.captures > 1) found.push('I2 charged twice')
      if (refundedOf(payment) > payment.capturedAmount) found.push('I2 refunded more than was charged')
      if (payment.released && payment.captures > 0) found.push('I2 released and charged')
    }
    const refundable = operations.filter(({ kind, state }) => kind === 'refund' && state !== 'rejected')
    const asked = refundable.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
    const refunded = payments(run).reduce((sum, payment) => sum + refundedOf(payment), 0)
    if (refunded > asked) found.push(`I2 refunded ${refunded}, asked for ${asked}: a customer was refunded twice`)
    const perKey = Object.values(Object.groupBy(run.ledger.effects, ({ key }) => key))
    if (perKey.some((effects) => (effects?.length ?? 0) > 1)) found.push('I2 one key had two effects')
    if (payments(run).length > 1) found.push('I2 created twice')
    const [payment] = payments(run)
    const open = operations.filter(({ state }) => (OPEN_STATES as readonly string[]).includes(state))
    const isListed = discrepancies.length > 0 || open.some(({ state }) => state === 'needs_human')
    const atBank = payment && {
      status: statusOf(payment),
      captured: payment.capturedAmount,
      refunded: refundedOf(payment),
    }
    const ours = {
      status: invoice.status,
      captured: Math.round(Number(invoice.captured) * 100),
      refunded: Math.round(Number(invoice.refunded) * 100),
    }
    if (!isListed && !run.deaf && atBank && JSON.stringify(atBank) !== JSON.stringify(ours)) {
      found.push(`I3 the bank has ${JSON.stringify(atBank)}, we have ${JSON.stringify(ours)}`)
    }
    if (!payment && invoice.status !== null) found.push(`I3 ${invoice.status}, and the bank knows nothing of it`)
    if (open.length > 1) found.push('I4 two open operations')
    if (open.some(({ state }) => state !== 'needs_human'))
      found.push(`I5 still open: ${open.map(({ state }) => state).join()}`)
    if (inbox.length < run.acknowledged) found.push('I6 an acknowledged report is not in the inbox')
    for (const { state, sent_text, requested_by } of operations) {
      if (state === 'confirmed' && (sent_text === null || requested_by === '')) found.push('I6 no audit chain')
    }
    return found
  })
