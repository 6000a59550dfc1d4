// P3, P4, P10: concurrent operations.
import { inParallel, type PartResult, type Rig, requestOperation } from './money-rig.ts'

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

/** P10: checks during order edits and cancels. A result is stored with the order version that it was decided on. */
export const checksAgainstEdits = async (rig: Rig): Promise<PartResult> => {
  await rig.module(rig.nonIdempotent, 'checks')
  const invoices = await rig.seed(rig.nonIdempotent, 'checks', rig.sized(2_000), 'pending')
  await new Promise((resolve) => setTimeout(resolve, 1_100)) // the modules of an API key are cached for a second
  const api = rig.servers.map((server) => rig.tenant.api(server))
  let afterCancel = 0
  await inParallel(invoices, 4, async ({ uuid, orderId }, index) => {
    const check = () =>
      api[index % 2]?.post('/api/v5/payment/check', { check: { invoiceUuid: uuid, amount: 100, currency: 'USD' } })
    const order = { items: [{ productName: 'Fern', initialPrice: 40, quantity: 2 }] }
    const edit = () => api[(index + 1) % 2]?.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', order })
    if (index % 4 === 0) {
      await requestOperation(rig.admins[0], uuid, 'cancel')
      const after = await check()
      if (!after || (after.body as { success: boolean }).success) afterCancel++
    } else await Promise.all(index % 2 === 0 ? [edit(), check(), check()] : [check(), edit(), check()])
  })
  const [wrong] = await rig.sql<{ passed_after: number; refused_before: number; passed: number; refused: number }>(
    `select count(*) filter (where refusal is null and order_version > 1)::int as passed_after,
       count(*) filter (where refusal like '%changed%' and order_version = 1)::int as refused_before,
       count(*) filter (where refusal is null)::int as passed, count(*) filter (where refusal is not null)::int as refused
     from invoice_check where invoice_id = any($1::uuid[])`,
    [invoices.map(({ uuid }) => uuid)],
  )
  const bad = afterCancel + (wrong?.passed_after ?? 1) + (wrong?.refused_before ?? 1)
  return { trials: invoices.length, bad, passed: wrong?.passed ?? 0, refused: wrong?.refused ?? 0 }
}
