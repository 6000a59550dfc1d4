// P3, P4, P10: concurrent operations.
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { sleep } from '@patchbay/testkit/services'
import { inParallel, type PartResult, type Rig, requestOperation, untilServed } from './money-rig.ts'

/** P3: concurrent approve and cancel at two servers. One wins; the bank never does both. */
export const approveAgainstCancel = async (rig: Rig): Promise<PartResult> => {
  await rig.module(rig.nonIdempotent, 'races')
  const invoices = await rig.seed(rig.nonIdempotent, 'races', rig.sized(1_000), 'waitingForCapture')
  const found: PartResult = { trials: invoices.length, bad: 0, both: 0, none: 0, approved: 0, other_answers: 0 }
  const [one, two] = rig.admins
  await inParallel(invoices, 4, async ({ uuid, bankId }, index) => {
    const [left, right] = index % 2 === 0 ? ['approve', 'cancel'] : ['cancel', 'approve']
    const replies = await Promise.all([
      requestOperation(one, uuid, left ?? ''),
      requestOperation(two, uuid, right ?? ''),
    ])
    const won = replies.filter(({ status }) => status === 200).length
    const rejected = replies.filter(({ status }) => status === 409).length
    if (won > 1) found.both = (found.both ?? 0) + 1
    if (won < 1) found.none = (found.none ?? 0) + 1
    if (won + rejected !== 2) found.other_answers = (found.other_answers ?? 0) + 1
    const effects = rig.nonIdempotent.ledger.effects.filter(({ paymentId }) => paymentId === bankId)
    const payment = rig.nonIdempotent.ledger.payments.get(bankId)
    if (payment?.captures) found.approved = (found.approved ?? 0) + 1
    if (won !== 1 || rejected !== 1 || effects.length !== 1 || (payment?.captures && payment.released)) found.bad++
  })
  return found
}

/** P4: the same operation fifty times concurrently. */
export const manyClicks = async (rig: Rig): Promise<PartResult> => {
  await rig.module(rig.nonIdempotent, 'clicks')
  const invoices = await rig.seed(rig.nonIdempotent, 'clicks', rig.sized(200), 'succeeded')
  const found: PartResult = {
    trials: invoices.length,
    bad: 0,
    clicks: invoices.length * 50,
    put_off: 0,
    put_off_winners: 0,
  }
  await inParallel(invoices, 2, async ({ uuid, bankId }) => {
    const clicks = Array.from({ length: 50 }, (_, n) =>
      requestOperation(rig.admins[n % 2 === 0 ? 0 : 1], uuid, 'refund'),
    )
    const replies = await Promise.all(clicks)
    const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length
    const effects = rig.nonIdempotent.ledger.effects.filter(({ paymentId }) => paymentId === bankId)
    // A server without a free database connection may respond 503; that has no effect.
    found.put_off = (found.put_off ?? 0) + count(503)
    if (count(200) === 0) found.put_off_winners = (found.put_off_winners ?? 0) + 1
    const isForeseen = count(200) + count(409) + count(503) === 50
    if (count(200) > 1 || effects.length !== 1 || !isForeseen) found.bad++
  })
  return found
}

/**
 * P10: checks during order edits and cancels. A result is stored with the order version that it was decided on; once the edit
 * or the cancel was acknowledged, every check is refused.
 */
export const checksAgainstEdits = async (rig: Rig): Promise<PartResult> => {
  await rig.module(rig.nonIdempotent, 'checks')
  const invoices = await rig.seed(rig.nonIdempotent, 'checks', rig.sized(2_000), 'pending')
  await sleep(1_100) // the modules of an API key are cached for a second
  const api = rig.servers.map((server) => rig.tenant.api(server)) as [HttpClient, HttpClient]
  const found = { edits: 0, cancels: 0, other_answers: 0, passed_after_change: 0, refused_before_change: 0 }
  await inParallel(invoices, 4, async ({ uuid, orderId }, index) => {
    const [one, two] = index % 2 === 0 ? api : [api[1], api[0]]
    const done = async (what: 'edits' | 'cancels', send: () => Promise<Reply>) => {
      found[(await untilServed(send)).status === 200 ? what : 'other_answers']++
    }
    const passes = async (): Promise<boolean> => {
      const body = { check: { invoiceUuid: uuid, amount: 100, currency: 'USD' } }
      const { status, body: answer } = await untilServed(() => one.post('/api/v5/payment/check', body))
      if (status !== 200) found.other_answers++
      return (answer as { success: boolean }).success
    }
    const order = { items: [{ productName: 'Fern', initialPrice: 40, quantity: 2 }] }
    const edit = () => done('edits', () => two.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', order }))
    if (index % 4 === 0) {
      if (!(await passes())) found.refused_before_change++
      await done('cancels', () => requestOperation(rig.admins[0], uuid, 'cancel'))
    } else await Promise.all(index % 2 === 0 ? [edit(), passes(), passes()] : [passes(), edit(), passes()])
    if (await passes()) found.passed_after_change++
  })
  const [stored] = await rig.sql<Record<'passed_after' | 'refused_before' | 'passed' | 'changed' | 'refused', number>>(
    `select count(*) filter (where refusal is null and order_version > 1)::int as passed_after,
       count(*) filter (where refusal like '%changed%' and order_version = 1)::int as refused_before,
       count(*) filter (where refusal is null)::int as passed,
       count(*) filter (where refusal like '%changed%')::int as changed,
       count(*) filter (where refusal is not null)::int as refused
     from invoice_check where invoice_id = any($1::uuid[])`,
    [invoices.map(({ uuid }) => uuid)],
  )
  const { passed_after = 1, refused_before = 1, passed = 0, changed = 0, refused = 0 } = stored ?? {}
  found.passed_after_change += passed_after
  found.refused_before_change += refused_before
  const missing = invoices.length - found.edits - found.cancels + (passed === 0 ? 1 : 0) + (changed === 0 ? 1 : 0)
  const bad = found.passed_after_change + found.refused_before_change + found.other_answers + missing
  return { trials: invoices.length, bad, passed, refused, refused_because_changed: changed, ...found }
}
