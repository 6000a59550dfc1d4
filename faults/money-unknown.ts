// P5, P6, P7: the bank does it and nobody hears of it; the server dies in the middle.
import type { Bank } from '@patchbay/testkit/bank'
import type { SeededInvoice } from '@patchbay/testkit/invoice-seed'
import { sleep, until } from '@patchbay/testkit/services'
import { type Found, inParallel, press, type Rig } from './money-rig.ts'

const GOALS = { approve: 'succeeded', refund: 'refundSucceeded' } as const
type Kind = keyof typeof GOALS
/** A module that fails five times in a row is given a rest; so each has fewer trials than that. */
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
  const name = `${bank === rig.keyed ? 'keyed' : 'keyless'}-${kind}`
  const status = kind === 'approve' ? 'waitingForCapture' : 'succeeded'
  for (let n = 0; all.length < count; n++) {
    await rig.module(bank, `${name}-${n}`)
    all.push(...(await rig.seed(bank, `${name}-${n}`, Math.min(PER_MODULE, count - all.length), status)))
  }
  return all
}

/** Presses while the bank does what it is asked and never says so: most answers are cut off, every fifth hangs. */
const pressInTrouble = async (rig: Rig, bank: Bank, kind: Kind, invoices: readonly SeededInvoice[]): Promise<void> => {
  const cut = Math.floor(invoices.length * 0.8)
  bank.behave('effect-then-reset', { on: kind })
  await inParallel(
    invoices.slice(0, cut),
    16,
    async ({ uuid }, index) => void (await press(rig.admins[index % 2 === 0 ? 0 : 1], uuid, kind)),
  )
  bank.behave('effect-then-hang', { on: kind })
  await inParallel(
    invoices.slice(cut),
    100,
    async ({ uuid }, index) => void (await press(rig.admins[index % 2 === 0 ? 0 : 1], uuid, kind)),
  )
}

const effectsOf = (bank: Bank, kind: Kind, bankId: string): number =>
  bank.ledger.effects.filter(({ action, paymentId }) => action === kind && paymentId === bankId).length
const callsOf = (bank: Bank, kind: Kind, bankId: string): number =>
  bank.calls.filter(({ action, paymentId }) => action === kind && paymentId === bankId).length

/** P5: the bank knows a repeat by its key. The invoice reaches its status by itself, and no effect is felt twice. */
export const chargedThenHungKeyed = async (rig: Rig, kind: Kind): Promise<Found> => {
  const invoices = await trials(rig, rig.keyed, kind)
  await pressInTrouble(rig, rig.keyed, kind, invoices)
  rig.keyed.behave('well', { on: kind })
  const healed = Date.now()
  let settled = 0
  await until(
    'every invoice has its status',
    async () => {
      const now = await statuses(rig, invoices)
      settled = invoices.filter(({ uuid }) => now.get(uuid)?.status === GOALS[kind]).length
      await sleep(400)
      return settled === invoices.length
    },
    90_000,
  ).catch(() => undefined)
  const doubled = invoices.filter(({ bankId }) => effectsOf(rig.keyed, kind, bankId) !== 1).length
  const stuck = invoices.length - settled
  return { trials: invoices.length, bad: doubled + stuck, doubled, stuck, healed_in_ms: Date.now() - healed }
}

/** P6: the bank knows no keys. Nothing is sent again; what became of it is unknown until the bank says so. */
export const chargedThenHungKeyless = async (rig: Rig, kind: Kind): Promise<Found> => {
  const invoices = await trials(rig, rig.keyless, kind)
  const before = rig.keyless.ledger.news.length
  await pressInTrouble(rig, rig.keyless, kind, invoices)
  rig.keyless.behave('well', { on: kind })
  await sleep(30_000) // at least one look at each of them
  const waiting = await statuses(rig, invoices)
  const stays = kind === 'approve' ? 'waitingForCapture' : 'succeeded'
  const moved = invoices.filter(
    ({ uuid }) => waiting.get(uuid)?.status !== stays || waiting.get(uuid)?.state !== 'unknown',
  ).length
  const resent = invoices.filter(({ bankId }) => callsOf(rig.keyless, kind, bankId) !== 1).length
  const news = rig.keyless.ledger.news.splice(before)
  await inParallel(news, 8, async (one) => void (await rig.keyless.tellOne(one)))
  const after = await statuses(rig, invoices)
  const wrong = invoices.filter(
    ({ uuid }) => after.get(uuid)?.status !== GOALS[kind] || after.get(uuid)?.state !== 'confirmed',
  ).length
  const doubled = invoices.filter(({ bankId }) => effectsOf(rig.keyless, kind, bankId) !== 1).length
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

type Death = SeededInvoice & { kind: (typeof KINDS)[number]; point: (typeof POINTS)[number]; died: number }

/** Starts a server that is going to die, presses, and sees it dead. */
const killOne = async (rig: Rig, death: Death): Promise<void> => {
  const { kind, point, uuid, paymentId } = death
  const preload = new URL('./crash-at.ts', import.meta.url).href
  const env = { NODE_OPTIONS: `--import ${preload}`, CRASH_AT: point, CRASH_PATH: `/pay/${kind}` }
  const server = await rig.installation.startServer(env)
  const wire = rig.tenant.wire(server).with({ cookie: rig.admins[0].cookie() })
  const pressing =
    kind === 'create' ? wire.postJson(`/workspace/payments/${paymentId}/invoice`, {}) : press(wire, uuid, kind)
  await pressing.catch(() => undefined)
  await until('it died by itself', () => !server.alive(), 15_000).catch(() => undefined)
  if (server.alive()) throw new Error(`${kind} did not die ${point}`)
  death.died = Date.now()
}

/** When the operation of each death was settled, and how. */
const outcomes = async (rig: Rig, deaths: readonly Death[]) => {
  const rows = await rig.sql<{ payment: number; kind: string; state: string; at: Date | null }>(
    `select i.payment_id::int as payment, o.kind, o.state, o.resolved_at as at from payment_operation o
     join invoice i on i.account_id = o.account_id and i.id = o.invoice_id where i.payment_id = any($1::bigint[])`,
    [deaths.map(({ paymentId }) => paymentId)],
  )
  return deaths.map(({ paymentId, kind }) => rows.filter((row) => row.payment === paymentId && row.kind === kind))
}

/** P7: the server kills itself at each marked point of each action; the worker finishes what it left. */
export const killedAtEveryPoint = async (rig: Rig): Promise<Found> => {
  const deaths: Death[] = []
  await rig.module(rig.keyed, 'dying')
  for (const point of POINTS) {
    for (const kind of KINDS) {
      const invoices = await rig.seed(rig.keyed, 'dying', rig.sized(20), STATUS[kind])
      const ids = invoices.map(({ uuid }) => uuid)
      if (kind === 'create') await rig.sql(`update invoice set status = 'canceled' where id = any($1::uuid[])`, [ids])
      deaths.push(...invoices.map((invoice) => ({ ...invoice, kind, point, died: 0 })))
    }
  }
  await inParallel(deaths, 3, (death) => killOne(rig, death))
  const isSettled = async () =>
    (await outcomes(rig, deaths)).every((rows) => rows.length === 1 && rows[0]?.state === 'confirmed')
  await until('everything is settled', isSettled, 60_000).catch(() => undefined)
  const settled = await outcomes(rig, deaths)
  const took = settled.map((rows, n) => (rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY) - (deaths[n]?.died ?? 0))
  const lost = settled.filter((rows) => rows.length !== 1 || rows[0]?.state !== 'confirmed').length
  const felt = (death: Death) =>
    rig.keyed.ledger.effects.filter((one) => one.action === death.kind && one.paymentId === death.bankId)
  const books = Object.values(Object.groupBy([...rig.keyed.ledger.payments.values()], ({ invoiceUuid }) => invoiceUuid))
  const doubled =
    deaths.filter((death) => death.kind !== 'create' && felt(death).length !== 1).length +
    books.filter((payments) => (payments?.length ?? 0) > 1).length
  const stuck = took.filter((ms) => ms > RESOLVED_MS).length
  return {
    trials: deaths.length,
    bad: lost + doubled + stuck,
    lost,
    doubled,
    stuck,
    slowest_ms: Math.round(Math.max(...took)),
  }
}
