// P11: checks and reports while PostgreSQL is killed repeatedly, then Redis and the worker. No check is refused by mistake,
// and a report that was acknowledged is in the database afterwards.
import type { SeededInvoice } from '@patchbay/testkit/invoice-seed'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import type { PartResult, Rig } from './money-rig.ts'

const [CHECKERS, CHECK_EVERY_MS] = [10, 20]
/** So slow that an outage does not use up its reports. */
const [REPORTERS, REPORT_EVERY_MS, REPORTS_PER_OUTAGE] = [2, 100, 300]
const OUTAGE_MS = 3_000
/** So long an outage goes on at most until a check passed and a report was acknowledged in it. */
const PATIENCE_MS = 60_000
const LATE_MS = 10_000

/** Kills and restarts PostgreSQL; on a busy machine its children need a moment to exit. */
const restart = async ({ installation: { postgres } }: Rig): Promise<void> => {
  const start = () =>
    postgres.start().then(
      () => true,
      () => false,
    )
  await postgres.crash().catch(() => waitUntil('PostgreSQL is back', start))
}

const startLoad = (rig: Rig, checked: readonly SeededInvoice[], reported: readonly SeededInvoice[]) => {
  const found = { requests: 0, passed: 0, refused: 0, late: 0, other_status: 0, unavailable: 0 }
  const answers = new Map<string, number>()
  const [waiting, sent, acknowledged] = [[...reported], new Set<string>(), new Set<string>()]
  let isOver = false
  /** Whether it was acknowledged. */
  const send = async (what: 'check' | 'update', parameters: Record<string, unknown>): Promise<boolean> => {
    const api = rig.tenant.api(rig.servers[found.requests++ % 2 === 0 ? 0 : 1])
    const path = what === 'check' ? '/api/v5/payment/check' : '/api/v5/payment/update-invoice'
    const started = performance.now()
    const reply = await api.post(path, parameters).catch(() => undefined)
    const { status, body: answer = {} } = reply ?? { status: 0 }
    answers.set(`${what} ${status}`, (answers.get(`${what} ${status}`) ?? 0) + 1)
    if (performance.now() - started > LATE_MS) found.late++
    if (status === 503) found.unavailable++
    else if (status !== 200) found.other_status++
    else if (!(answer as { success?: boolean }).success) found.refused++
    else return true
    return false
  }
  const check = async (n: number): Promise<void> => {
    const invoiceUuid = checked[n % checked.length]?.uuid
    if (await send('check', { check: { invoiceUuid, amount: 100, currency: 'USD' } })) found.passed++
  }
  /** As a bank does: a report is sent again until it is acknowledged. */
  const report = async (): Promise<void> => {
    const invoice = waiting.shift()
    if (!invoice) return
    const { uuid, bankId } = invoice
    sent.add(uuid)
    const updateInvoice = { invoiceUuid: uuid, paymentId: bankId, amount: 100, status: 'succeeded' }
    if (await send('update', { updateInvoice })) acknowledged.add(uuid)
    else waiting.push(invoice)
  }
  const lane = async (everyMs: number, work: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      await work(n)
      await sleep(everyMs)
    }
  }
  const lanes = Promise.all([
    ...Array.from({ length: CHECKERS }, (_, at) => lane(CHECK_EVERY_MS, (n) => check(at * 31 + n))),
    ...Array.from({ length: REPORTERS }, () => lane(REPORT_EVERY_MS, report)),
  ])
  return {
    found,
    acknowledged,
    sent,
    /** Ends the load, and repeats the reports that are not acknowledged yet. */
    stop: async () => {
      isOver = true
      await lanes
      waiting.splice(0, waiting.length, ...waiting.filter(({ uuid }) => sent.has(uuid)))
      const areAll = async () => {
        await report()
        return waiting.length === 0
      }
      await waitUntil('every report is acknowledged', areAll, PATIENCE_MS).catch(() => undefined)
      console.log(`  answers: ${[...answers].map(([what, count]) => `${what} × ${count}`).join(', ')}`)
    },
  }
}

/** Reports as the database has them, against what was sent and acknowledged. */
const auditReports = async (
  rig: Rig,
  reported: readonly SeededInvoice[],
  { sent, acknowledged }: { sent: ReadonlySet<string>; acknowledged: ReadonlySet<string> },
) => {
  const rows = await rig.sql<{ id: string; status: string; moves: number }>(
    `select i.id, i.status,
       (select count(*)::int from invoice_history h where h.account_id = i.account_id and h.invoice_id = i.id) as moves
     from invoice i where i.id = any($1::uuid[])`,
    [reported.map(({ uuid }) => uuid)],
  )
  const paid = new Set(rows.filter(({ status }) => status === 'succeeded').map(({ id }) => id))
  return {
    reports_lost: [...acknowledged].filter((id) => !paid.has(id)).length,
    // The first entry is of the seed, the second of the report.
    reports_doubled: rows.filter(({ moves }) => moves > 2).length,
    reports_never_sent: [...paid].filter((id) => !sent.has(id)).length,
    never_acknowledged: sent.size - acknowledged.size,
  }
}

export const whileEverythingFails = async (rig: Rig): Promise<PartResult> => {
  const bank = rig.nonIdempotent
  const restarts = rig.sized(5)
  await rig.module(bank, 'burning')
  const checked = await rig.seed(bank, 'burning', rig.sized(400), 'pending')
  const reported = await rig.seed(bank, 'burning', REPORTS_PER_OUTAGE * (restarts + 2), 'pending')
  await sleep(1_100)
  const load = startLoad(rig, checked, reported)
  const { found, acknowledged } = load
  let silent = 0
  const during = async (begin: () => Promise<void>): Promise<void> => {
    await begin()
    const [passed, taken] = [found.passed, acknowledged.size]
    await sleep(OUTAGE_MS)
    const isServed = () => found.passed > passed && acknowledged.size > taken
    await waitUntil('a check passed and a report was acknowledged', isServed, PATIENCE_MS).catch(() => silent++)
  }
  // What is acknowledged here is what the first kill may lose, and so on.
  await during(async () => undefined)
  for (let n = 0; n < restarts; n++) await during(() => restart(rig))
  await during(async () => {
    await rig.worker.kill('SIGKILL')
    await rig.installation.redis.stop()
  })
  await rig.installation.redis.start()
  rig.worker = await rig.installation.startWorker()
  await load.stop()
  const audit = await auditReports(rig, reported, load)
  const { requests: trials, ...answered } = found
  const isLate = found.late / Math.max(1, trials) > 0.01
  const wrong = Object.values(audit).reduce((sum, count) => sum + count, 0)
  const bad = found.refused + found.other_status + (isLate ? 1 : 0) + wrong + silent
  const reports = { reports_acknowledged: acknowledged.size, ...audit, outages_without_success: silent }
  return { trials, bad, ...answered, ...reports, restarts }
}
