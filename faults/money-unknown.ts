// P5, P6: operations with an unknown result: the bank's response is lost.
import type { Bank } from '@patchbay/testkit/bank'
import type { SeededInvoice } from '@patchbay/testkit/invoice-seed'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import { inParallel, type PartResult, type Rig, requestOperation } from './money-rig.ts'

const GOALS = { approve: 'succeeded', refund: 'refundSucceeded' } as const
type Kind = keyof typeof GOALS
/** The circuit breaker opens after five failures, so each module has fewer trials. */
const PER_MODULE = 4
/** How long is printed; only what is not settled even by then has failed. */
const PATIENCE_MS = 300_000

const statuses = async (
  rig: Rig,
  invoices: readonly SeededInvoice[],
): Promise<Map<string, { status: string; state: string; tries: number }>> => {
  const rows = await rig.sql<{ id: string; status: string; state: string; tries: number }>(
    `select i.id, i.status, o.state, o.tries from invoice i join payment_operation o on o.account_id = i.account_id and o.invoice_id = i.id
     where i.id = any($1::uuid[])`,
    [invoices.map(({ uuid }) => uuid)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Operations that a worker has reconciled at least once. */
const lookedAt = async (rig: Rig, invoices: readonly SeededInvoice[]): Promise<number> => {
  const [row] = await rig.sql<{ count: number }>(
    'select count(*)::int as count from payment_operation where looks > 0 and invoice_id = any($1::uuid[])',
    [invoices.map(({ uuid }) => uuid)],
  )
  return row?.count ?? 0
}

const trials = async (rig: Rig, bank: Bank, kind: Kind): Promise<SeededInvoice[]> => {
  const count = rig.sized(500)
  const all: SeededInvoice[] = []
  const name = `${bank === rig.idempotent ? 'idempotent' : 'non-idempotent'}-${kind}`
  const status = kind === 'approve' ? 'waitingForCapture' : 'succeeded'
  for (let n = 0; all.length < count; n++) {
    await rig.module(bank, `${name}-${n}`)
    all.push(...(await rig.seed(bank, `${name}-${n}`, Math.min(PER_MODULE, count - all.length), status)))
  }
  return all
}

/**
 * Requests operations while the bank carries them out without a response: most connections break, one in five hangs.
 */
const requestWithFailingBank = async (
  rig: Rig,
  bank: Bank,
  kind: Kind,
  invoices: readonly SeededInvoice[],
): Promise<void> => {
  const cut = Math.floor(invoices.length * 0.8)
  bank.behave('effect-then-reset', { on: kind })
  await inParallel(
    invoices.slice(0, cut),
    16,
    async ({ uuid }, index) => void (await requestOperation(rig.admins[index % 2 === 0 ? 0 : 1], uuid, kind)),
  )
  bank.behave('effect-then-hang', { on: kind })
  await inParallel(
    invoices.slice(cut),
    100,
    async ({ uuid }, index) => void (await requestOperation(rig.admins[index % 2 === 0 ? 0 : 1], uuid, kind)),
  )
}

const effectsOf = (bank: Bank, kind: Kind, bankId: string): number =>
  bank.ledger.effects.filter(({ action, paymentId }) => action === kind && paymentId === bankId).length
const callsOf = (bank: Bank, kind: Kind, bankId: string): number =>
  bank.calls.filter(({ action, paymentId }) => action === kind && paymentId === bankId).length

/** P5: an idempotent bank. Every invoice reaches its status without help, and no operation has two effects. */
export const chargedThenHungKeyed = async (rig: Rig, kind: Kind): Promise<PartResult> => {
  const invoices = await trials(rig, rig.idempotent, kind)
  await requestWithFailingBank(rig, rig.idempotent, kind, invoices)
  rig.idempotent.behave('normal', { on: kind })
  const healed = Date.now()
  let settled = 0
  await waitUntil(
    'every invoice has its status',
    async () => {
      const now = await statuses(rig, invoices)
      settled = invoices.filter(({ uuid }) => now.get(uuid)?.status === GOALS[kind]).length
      await sleep(400)
      return settled === invoices.length
    },
    PATIENCE_MS,
  ).catch(() => undefined)
  const doubled = invoices.filter(({ bankId }) => effectsOf(rig.idempotent, kind, bankId) !== 1).length
  const stuck = invoices.length - settled
  return { trials: invoices.length, bad: doubled + stuck, doubled, stuck, healed_in_ms: Date.now() - healed }
}

/** P6: a bank that is not idempotent. Nothing is sent again; the result is unknown until the bank reports it. */
export const chargedThenHungKeyless = async (rig: Rig, kind: Kind): Promise<PartResult> => {
  const invoices = await trials(rig, rig.nonIdempotent, kind)
  const before = rig.nonIdempotent.ledger.pendingReports.length
  await requestWithFailingBank(rig, rig.nonIdempotent, kind, invoices)
  rig.nonIdempotent.behave('normal', { on: kind })
  // At least one reconciliation of each: without `status` and without keys it can only schedule the next.
  await waitUntil('each was looked at', async () => (await lookedAt(rig, invoices)) === invoices.length, PATIENCE_MS)
  const waiting = await statuses(rig, invoices)
  const stays = kind === 'approve' ? 'waitingForCapture' : 'succeeded'
  const moved = invoices.filter(
    ({ uuid }) => waiting.get(uuid)?.status !== stays || waiting.get(uuid)?.state !== 'unknown',
  ).length
  const resent = invoices.filter(({ bankId }) => callsOf(rig.nonIdempotent, kind, bankId) !== 1).length
  const reports = rig.nonIdempotent.ledger.pendingReports.splice(before)
  await inParallel(reports, 8, async (one) => void (await rig.nonIdempotent.sendReport(one)))
  const after = await statuses(rig, invoices)
  const wrong = invoices.filter(
    ({ uuid }) => after.get(uuid)?.status !== GOALS[kind] || after.get(uuid)?.state !== 'confirmed',
  ).length
  const doubled = invoices.filter(({ bankId }) => effectsOf(rig.nonIdempotent, kind, bankId) !== 1).length
  return {
    trials: invoices.length,
    bad: moved + resent + wrong + doubled,
    moved_by_silence: moved,
    resent,
    wrong,
    doubled,
  }
}
