// P13: reports that the bank lost. The sweep asks modules that offer `status`, and the invoices agree with the bank's ledger;
// an invoice of a module without it stays as it is, unpaid, until somebody says otherwise.
import { seededRandom } from '@patchbay/testkit/audit'
import { statusOf } from '@patchbay/testkit/bank-ledger'
import type { SeededInvoice } from '@patchbay/testkit/invoice-seed'
import { waitUntil } from '@patchbay/testkit/services'
import { inParallel, type PartResult, type Rig } from './money-rig.ts'

const LOST_SHARE = 0.1
/** As many as one sweep asks for. */
const IN_A_SWEEP = 500
const SWEEP = 'payments.sweep'

/** Customers pay, every other one by a hold; of the bank's reports some are lost. Returns the invoices of those. */
const payAndLose = async (rig: Rig, invoices: readonly SeededInvoice[], random: () => number): Promise<Set<string>> => {
  const { ledger, sendReport } = rig.nonIdempotent
  const before = ledger.pendingReports.length
  for (const [n, { bankId }] of invoices.entries()) ledger.pay(bankId, { hold: n % 2 === 0 })
  const reports = ledger.pendingReports.splice(before)
  // At least one, also in a small run.
  const isLost = reports.map((_, n) => n === 0 || random() < LOST_SHARE)
  const sent = reports.filter((_, n) => !isLost[n])
  await inParallel(sent, 8, async (report) => void (await sendReport(report)))
  return new Set(reports.filter((_, n) => isLost[n]).map(({ invoiceUuid }) => invoiceUuid))
}

/** The sweep of every five minutes, now. */
const sweep = async (rig: Rig): Promise<void> => {
  await rig.sql('delete from pgboss.job where name = $1', [SWEEP])
  await rig.sql(`insert into pgboss.job (name, data) values ($1, '{}')`, [SWEEP])
  const isDone = async () =>
    (await rig.sql(`select from pgboss.job where name = $1 and state <> 'completed'`, [SWEEP])).length === 0
  await waitUntil('the sweep is done', isDone, 300_000)
}

export const lostReports = async (rig: Rig, seed: number): Promise<PartResult> => {
  const bank = rig.nonIdempotent
  const random = seededRandom(seed)
  await rig.module(bank, 'asked', { supportsStatus: true })
  await rig.module(bank, 'silent')
  const asked = await rig.seed(bank, 'asked', rig.sized(2_000), 'pending')
  const silent = await rig.seed(bank, 'silent', rig.sized(200), 'pending')
  const all = [...asked, ...silent]
  const lost = await payAndLose(rig, asked, random)
  const lostSilent = await payAndLose(rig, silent, random)
  const ids = all.map(({ uuid }) => uuid)
  // As if the bank had been silent for two hours.
  await rig.sql(`update invoice set asked_at = now() - interval '2 hours' where id = any($1::uuid[])`, [ids])
  for (let left = asked.length; left > 0; left -= IN_A_SWEEP) await sweep(rig)
  const rows = await rig.sql<{ id: string; status: string }>(
    'select id, status from invoice where id = any($1::uuid[])',
    [ids],
  )
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const inLedger = ({ bankId }: SeededInvoice) => {
    const payment = bank.ledger.payments.get(bankId)
    return payment && statusOf(payment)
  }
  const differs = [...asked, ...silent.filter(({ uuid }) => !lostSilent.has(uuid))].filter(
    (invoice) => statuses.get(invoice.uuid) !== inLedger(invoice),
  ).length
  const guessed = silent.filter(({ uuid }) => lostSilent.has(uuid) && statuses.get(uuid) !== 'pending').length
  return {
    trials: all.length,
    bad: differs + guessed,
    reports_lost: lost.size,
    differ_after_the_sweep: differs,
    lost_without_status: lostSilent.size,
    changed_without_a_report: guessed,
  }
}
