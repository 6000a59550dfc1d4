// P8, P9: reports of banks in any order, and invalid ones.
import { seededRandom } from '@patchbay/testkit/audit'
import { statusOf } from '@patchbay/testkit/bank-ledger'
import { sleep } from '@patchbay/testkit/services'
import { inParallel, type PartResult, type Rig } from './money-rig.ts'

const shuffle = <T>(items: T[], random: () => number): T[] => {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [items[at] as T, items[other] as T]
    items[at] = two
    items[other] = one
  }
  return items
}

/** P8: every report three times, shuffled, over four connections. The result must match the bank's ledger. */
export const shuffledReports = async (rig: Rig, seed: number): Promise<PartResult> => {
  const bank = rig.nonIdempotent
  const random = seededRandom(seed)
  await rig.module(bank, 'reports')
  const mappings = [{ invoiceStatus: 'succeeded', paymentStatus: 'paid' }]
  await rig.admins[0].send('PUT', '/workspace/payment-settings', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mappings }),
  })
  const invoices = await rig.seed(bank, 'reports', rig.sized(500), 'pending')
  const before = bank.ledger.pendingReports.length
  for (const [index, { bankId }] of invoices.entries()) {
    bank.ledger.pay(bankId, { hold: index % 2 === 0 })
    if (index % 4 === 0) bank.ledger.execute('approve', { paymentId: bankId }, `own-approve-${bankId}`)
    if (index % 8 === 2) bank.ledger.expire(bankId)
    if (index % 3 === 0) bank.ledger.execute('refund', { paymentId: bankId, amount: 30 }, `own-part-${bankId}`)
    if (index % 6 === 0) bank.ledger.execute('refund', { paymentId: bankId }, `own-rest-${bankId}`)
  }
  await sleep(1_100)
  const reports = bank.ledger.pendingReports.splice(before)
  const events = shuffle([...reports, ...reports, ...reports], random)
  const answers = new Map<number, number>()
  await inParallel(events, 4, async (one) => {
    const { status } = await bank.sendReport(one)
    answers.set(status, (answers.get(status) ?? 0) + 1)
  })
  const ids = invoices.map(({ uuid }) => uuid)
  const rows = await rig.sql<{
    id: string
    status: string
    refunded: string
    payment: string
    moves: number
    entries: number
  }>(
    `select i.id, i.status, i.refunded, p.status as payment,
       (select count(*)::int from invoice_history h where h.account_id = i.account_id and h.invoice_id = i.id) as moves,
       (select count(*)::int from timeline t where t.account_id = i.account_id and t.order_id = i.order_id and t.kind = 'invoice') as entries
     from invoice i join order_payment p on p.account_id = i.account_id and p.id = i.payment_id where i.id = any($1::uuid[])`,
    [ids],
  )
  let [differs, mapped] = [0, 0]
  for (const { bankId, uuid } of invoices) {
    const row = rows.find(({ id }) => id === uuid)
    const payment = bank.ledger.payments.get(bankId)
    const refunded = payment?.refunds.reduce((sum, { amount }) => sum + amount, 0) ?? 0
    if (!payment || row?.status !== statusOf(payment) || Math.round(Number(row.refunded) * 100) !== refunded) differs++
    // The seed wrote the first history entry; each other status change is in the timeline once.
    const wasPaid = (payment?.captures ?? 0) > 0
    if (row && (row.moves - 1 !== row.entries || (row.payment === 'paid') !== wasPaid)) mapped++
  }
  const unforeseen = [...answers].filter(([status]) => status !== 200 && status !== 400).length
  return {
    trials: invoices.length,
    bad: differs + mapped + unforeseen,
    events: events.length,
    differs_from_books: differs,
    mapped_wrongly: mapped,
  }
}

/** P9: reports about other modules' invoices, or impossible ones. None changes a status, each is recorded. */
export const impossibleReports = async (rig: Rig): Promise<PartResult> => {
  const bank = rig.nonIdempotent
  const [server] = rig.servers
  await rig.module(bank, 'impossible')
  const other = await rig.installation.createTenant('Two', `two-${Date.now()}.test`, server)
  const count = rig.sized(20)
  const pending = await rig.seed(bank, 'impossible', count * 5, 'pending')
  const paid = await rig.seed(bank, 'impossible', count, 'succeeded')
  await sleep(1_100)
  const api = rig.tenant.api(server)
  const key = await rig.admins[0].postJson('/workspace/api-keys', {
    name: 'other',
    scopes: ['payments_write'],
    moduleCode: 'other-module',
  })
  const foreign = rig.tenant.client(server).with({ 'x-api-key': (key.body as { apiKey: string }).apiKey })
  const state = async () =>
    JSON.stringify(
      await rig.sql('select id, status from invoice where id = any($1::uuid[]) order by id', [
        [...pending, ...paid].map(({ uuid }) => uuid),
      ]),
    )
  for (const { uuid } of pending.slice(0, count)) {
    await api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, status: 'canceled' } })
  }
  const before = await state()
  const [kept] = await rig.sql<{ count: number }>('select count(*)::int as count from discrepancy')
  let [explicit, sent] = [0, 0]
  const sendReport = async (http: typeof api, invoiceUuid: string, more: object, expected: number) => {
    sent++
    const reply = await http.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid, ...more } })
    if (reply.status === expected && !(reply.body as { success: boolean }).success) explicit++
  }
  for (let n = 0; n < count; n++) {
    const at = (block: number) => pending[block * count + n]?.uuid ?? ''
    await sendReport(api, crypto.randomUUID(), { status: 'succeeded' }, 404)
    await sendReport(other.api(server), at(1), { status: 'succeeded' }, 404)
    await sendReport(foreign, at(2), { status: 'succeeded' }, 404)
    await sendReport(api, at(3), { status: 'succeeded', amount: 99.99 }, 400)
    await sendReport(api, at(4), { status: 'succeeded', amount: 100, currency: 'EUR' }, 400)
    await sendReport(api, at(0), { status: 'succeeded' }, 400)
    await sendReport(api, paid[n]?.uuid ?? '', { refund: { id: 'x', status: 'succeeded', amount: 100.01 } }, 400)
  }
  const [after] = await rig.sql<{ count: number }>('select count(*)::int as count from discrepancy')
  const recorded = (after?.count ?? 0) - (kept?.count ?? 0)
  const changed = before === (await state()) ? 0 : 1
  return { trials: sent, bad: changed + (sent - explicit) + Math.abs(sent - recorded), changed, explicit, recorded }
}
