// P7: servers and workers are killed at each marked point of each action. A worker finishes the operation, once.
import type { Child } from '@patchbay/testkit/installation'
import type { SeededInvoice } from '@patchbay/testkit/invoice-seed'
import { waitUntil } from '@patchbay/testkit/services'
import { inParallel, type PartResult, type Rig, requestOperation } from './money-rig.ts'

const POINTS = ['before-call', 'after-call', 'after-commit'] as const
/** A worker answers no request, so the last point is one of servers only. */
const POINTS_OF_WORKERS = ['before-call', 'after-call'] as const
const KINDS = ['create', 'approve', 'cancel', 'refund'] as const
const STATUS = { create: 'pending', approve: 'waitingForCapture', cancel: 'pending', refund: 'succeeded' } as const
/** The circuit breaker opens after five failures. */
const PER_MODULE = 4
const PATIENCE_MS = 300_000
const DIES_WITHIN_MS = 60_000

type Crash = SeededInvoice & { kind: (typeof KINDS)[number]; point: (typeof POINTS)[number]; died: number }
type Place = Pick<Crash, 'kind' | 'point'>

const seedCrashes = async (rig: Rig, code: string, count: number, { kind, point }: Place): Promise<Crash[]> => {
  const invoices = await rig.seed(rig.idempotent, code, count, STATUS[kind])
  const ids = invoices.map(({ uuid }) => uuid)
  if (kind === 'create') await rig.sql(`update invoice set status = 'canceled' where id = any($1::uuid[])`, [ids])
  return invoices.map((invoice) => ({ ...invoice, kind, point, died: 0 }))
}

const crashEnv = ({ kind, point }: Place): Record<string, string> => {
  const preload = new URL('./crash-at.ts', import.meta.url).href
  return { NODE_OPTIONS: `--import ${preload}`, CRASH_AT: point, CRASH_PATH: `/pay/${kind}` }
}

const press = (http: Rig['admins'][0], { kind, uuid, paymentId }: Crash) =>
  kind === 'create' ? http.postJson(`/workspace/payments/${paymentId}/invoice`, {}) : requestOperation(http, uuid, kind)

const dies = async (child: Child, crash: Crash): Promise<void> => {
  await waitUntil('it died by itself', () => !child.alive(), DIES_WITHIN_MS).catch(() => undefined)
  if (child.alive()) throw new Error(`${crash.kind} did not die ${crash.point}`)
  crash.died = Date.now()
}

/** Starts a server that will crash, requests the operation, and waits for the crash. */
const killServer = async (rig: Rig, crash: Crash): Promise<void> => {
  const server = await rig.installation.startServer(crashEnv(crash))
  const http = rig.tenant.client(server).with({ cookie: rig.admins[0].cookie() })
  await press(http, crash).catch(() => undefined)
  await dies(server, crash)
}

/** Moves the next step of the operations of these payments to this time, as if it had passed or were still to come. */
const moveNextStep = async (rig: Rig, crashes: readonly Crash[], to: '0' | '1 hour'): Promise<void> => {
  const payments = crashes.map(({ paymentId }) => paymentId)
  await rig.sql(
    `update payment_operation o set next_at = now() + $2::interval from invoice i
     where i.account_id = o.account_id and i.id = o.invoice_id and i.payment_id = any($1::bigint[]) and o.resolved_at is null`,
    [payments, to],
  )
  await rig.sql(
    `update lane set next_at = now() + $2::interval, held_until = null
     where kind = 'payment' and key in (select id::text from invoice where payment_id = any($1::bigint[]))`,
    [payments, to],
  )
}

/** The bank closes the connection of the server and does nothing; the worker that sends the operation again crashes. */
const killWorker = async (rig: Rig, crash: Crash): Promise<void> => {
  const { kind, point } = crash
  const before = rig.idempotent.calls.length
  const worker = await rig.installation.startWorker(crashEnv(crash))
  rig.idempotent.behave('reset', { on: kind, times: 1 })
  await press(rig.admins[0], crash)
  await moveNextStep(rig, [crash], '0')
  await dies(worker, crash)
  const calls = rig.idempotent.calls.length - before
  if (calls !== (point === 'before-call' ? 1 : 2)) throw new Error(`${kind} died ${point} after ${calls} calls`)
  // The next worker that crashes does so for its own operation.
  await moveNextStep(rig, [crash], '1 hour')
}

/** The operations of each crash, with their result. */
const outcomes = async (rig: Rig, crashes: readonly Crash[]) => {
  const rows = await rig.sql<{ payment: number; kind: string; state: string; at: Date | null }>(
    `select i.payment_id::int as payment, o.kind, o.state, o.resolved_at as at from payment_operation o
     join invoice i on i.account_id = o.account_id and i.id = o.invoice_id where i.payment_id = any($1::bigint[])`,
    [crashes.map(({ paymentId }) => paymentId)],
  )
  return crashes.map(({ paymentId, kind }) => rows.filter((row) => row.payment === paymentId && row.kind === kind))
}

const settle = async (rig: Rig, crashes: readonly Crash[]) => {
  const isSettled = async () =>
    (await outcomes(rig, crashes)).every((rows) => rows.length === 1 && rows[0]?.state === 'confirmed')
  await waitUntil('everything is settled', isSettled, PATIENCE_MS).catch(() => undefined)
  return outcomes(rig, crashes)
}

const killServers = async (rig: Rig): Promise<Crash[]> => {
  const crashes: Crash[] = []
  await rig.module(rig.idempotent, 'dying')
  for (const point of POINTS)
    for (const kind of KINDS) crashes.push(...(await seedCrashes(rig, 'dying', rig.sized(20), { kind, point })))
  await inParallel(crashes, 3, (crash) => killServer(rig, crash))
  return crashes
}

/** One after another, and no other worker runs: it would do what the one that crashes is to do. */
const killWorkers = async (rig: Rig): Promise<Crash[]> => {
  await rig.worker.kill('SIGKILL')
  const crashes: Crash[] = []
  for (const point of POINTS_OF_WORKERS)
    for (const kind of KINDS)
      for (let left = rig.sized(20); left > 0; left -= PER_MODULE) {
        const code = `taken-${point}-${kind}-${left}`
        await rig.module(rig.idempotent, code)
        crashes.push(...(await seedCrashes(rig, code, Math.min(PER_MODULE, left), { kind, point })))
      }
  for (const crash of crashes) await killWorker(rig, crash)
  rig.worker = await rig.installation.startWorker()
  await moveNextStep(rig, crashes, '0')
  return crashes
}

export const killedAtEveryPoint = async (rig: Rig): Promise<PartResult> => {
  const ofServers = await killServers(rig)
  const settledServers = await settle(rig, ofServers)
  const ofWorkers = await killWorkers(rig)
  const [crashes, settled] = [
    [...ofServers, ...ofWorkers],
    [...settledServers, ...(await settle(rig, ofWorkers))],
  ]
  const took = settled.map((rows, n) => (rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY) - (crashes[n]?.died ?? 0))
  const lost = settled.filter((rows) => rows.length !== 1).length
  const felt = (crash: Crash) =>
    rig.idempotent.ledger.effects.filter((one) => one.action === crash.kind && one.paymentId === crash.bankId)
  const books = Object.values(
    Object.groupBy([...rig.idempotent.ledger.payments.values()], ({ invoiceUuid }) => invoiceUuid),
  )
  const doubled =
    crashes.filter((crash) => crash.kind !== 'create' && felt(crash).length !== 1).length +
    books.filter((payments) => (payments?.length ?? 0) > 1).length
  const stuck = settled.filter((rows) => rows.length === 1 && rows[0]?.state !== 'confirmed').length
  return {
    trials: crashes.length,
    bad: lost + doubled + stuck,
    servers_killed: ofServers.length,
    workers_killed: ofWorkers.length,
    lost,
    doubled,
    stuck,
    slowest_ms: Math.round(Math.max(...took)),
  }
}
