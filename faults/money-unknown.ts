// P5, P6, P7: operations with an unknown result: the bank's response is lost, or the server crashes.
import type { Bank } from '@patchbay/testkit/bank'
import type { SeededInvoice } from '@patchbay/testkit/invoice-seed'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import { inParallel, type PartResult, type Rig, requestOperation } from './money-rig.ts'

const GOALS = { approve: 'succeeded', refund: 'refundSucceeded' } as const
type Kind = keyof typeof GOALS
/** The circuit breaker opens after five failures, so each module has fewer trials. */
const PER_MODULE = 4

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
    90_000,
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
  await sleep(30_000) // at least one reconciliation of each
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

const POINTS = ['before-call', 'after-call', 'after-commit'] as const
const KINDS = ['create', 'approve', 'cancel', 'refund'] as const
const RESOLVED_MS = 30_000
const STATUS = { create: 'pending', approve: 'waitingForCapture', cancel: 'pending', refund: 'succeeded' } as const

type Crash = SeededInvoice & { kind: (typeof KINDS)[number]; point: (typeof POINTS)[number]; died: number }

/** Starts a server that will crash, requests the operation, and waits for the crash. */
const killOne = async (rig: Rig, crash: Crash): Promise<void> => {
  const { kind, point, uuid, paymentId } = crash
  const preload = new URL('./crash-at.ts', import.meta.url).href
  const env = { NODE_OPTIONS: `--import ${preload}`, CRASH_AT: point, CRASH_PATH: `/pay/${kind}` }
  const server = await rig.installation.startServer(env)
  const http = rig.tenant.client(server).with({ cookie: rig.admins[0].cookie() })
  const pressing =
    kind === 'create'
      ? http.postJson(`/workspace/payments/${paymentId}/invoice`, {})
      : requestOperation(http, uuid, kind)
  await pressing.catch(() => undefined)
  await waitUntil('it died by itself', () => !server.alive(), 15_000).catch(() => undefined)
  if (server.alive()) throw new Error(`${kind} did not die ${point}`)
  crash.died = Date.now()
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

/** P7: the server crashes at each point of each action; the worker finishes the operation. */
export const killedAtEveryPoint = async (rig: Rig): Promise<PartResult> => {
  const crashes: Crash[] = []
  await rig.module(rig.idempotent, 'dying')
  for (const point of POINTS) {
    for (const kind of KINDS) {
      const invoices = await rig.seed(rig.idempotent, 'dying', rig.sized(20), STATUS[kind])
      const ids = invoices.map(({ uuid }) => uuid)
      if (kind === 'create') await rig.sql(`update invoice set status = 'canceled' where id = any($1::uuid[])`, [ids])
      crashes.push(...invoices.map((invoice) => ({ ...invoice, kind, point, died: 0 })))
    }
  }
  await inParallel(crashes, 3, (crash) => killOne(rig, crash))
  const isSettled = async () =>
    (await outcomes(rig, crashes)).every((rows) => rows.length === 1 && rows[0]?.state === 'confirmed')
  await waitUntil('everything is settled', isSettled, 60_000).catch(() => undefined)
  const settled = await outcomes(rig, crashes)
  const took = settled.map((rows, n) => (rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY) - (crashes[n]?.died ?? 0))
  const lost = settled.filter((rows) => rows.length !== 1 || rows[0]?.state !== 'confirmed').length
  const felt = (crash: Crash) =>
    rig.idempotent.ledger.effects.filter((one) => one.action === crash.kind && one.paymentId === crash.bankId)
  const books = Object.values(
    Object.groupBy([...rig.idempotent.ledger.payments.values()], ({ invoiceUuid }) => invoiceUuid),
  )
  const doubled =
    crashes.filter((crash) => crash.kind !== 'create' && felt(crash).length !== 1).length +
    books.filter((payments) => (payments?.length ?? 0) > 1).length
  const stuck = took.filter((ms) => ms > RESOLVED_MS).length
  return {
    trials: crashes.length,
    bad: lost + doubled + stuck,
    lost,
    doubled,
    stuck,
    slowest_ms: Math.round(Math.max(...took)),
  }
}
