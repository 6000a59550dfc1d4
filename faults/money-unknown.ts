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
  bank.trouble(kind, 'reset-after')
  await inParallel(
    invoices.slice(0, cut),
    16,
    async ({ uuid }, index) => void (await press(rig.admins[index % 2 === 0 ? 0 : 1], uuid, kind)),
  )
  bank.trouble(kind, 'hang-after')
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
  rig.keyed.trouble(kind, 'none')
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
  rig.keyless.trouble(kind, 'none')
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

/** P7: the server kills itself at each marked point of each action; the worker finishes what it left. */
export const killedAtEveryPoint = async (rig: Rig): Promise<Found> => {
  const times = rig.sized(20)
  const preload = new URL('./crash-at.ts', import.meta.url).href
  const found: Found = { trials: 0, bad: 0, doubled: 0, stuck: 0, lost: 0, slowest_ms: 0 }
  await rig.module(rig.keyed, 'dying')
  const cookie = rig.admins[0].cookie()
  for (const point of POINTS) {
    for (const kind of KINDS) {
      const status = kind === 'refund' ? 'succeeded' : kind === 'approve' ? 'waitingForCapture' : 'pending'
      const invoices = await rig.seed(rig.keyed, 'dying', times, status)
      if (kind === 'create') {
        await rig.sql(`update invoice set status = 'canceled' where id = any($1::uuid[])`, [
          invoices.map(({ uuid }) => uuid),
        ])
      }
      await inParallel(invoices, 2, async ({ uuid, bankId, paymentId }) => {
        const env = { NODE_OPTIONS: `--import ${preload}`, CRASH_AT: point, CRASH_PATH: `/pay/${kind}` }
        const server = await rig.installation.startServer(env)
        const wire = rig.tenant.wire(server).with({ cookie })
        const pressing =
          kind === 'create' ? wire.postJson(`/workspace/payments/${paymentId}/invoice`, {}) : press(wire, uuid, kind)
        await pressing.catch(() => undefined)
        const died = Date.now()
        await server.kill('SIGKILL')
        const isDone = async () => {
          const [row] = await rig.sql<{ done: boolean }>(
            `select coalesce(bool_and(o.state = 'confirmed'), false) as done from payment_operation o join invoice i on i.account_id = o.account_id
             and i.id = o.invoice_id where ${kind === 'create' ? 'i.payment_id = $1::bigint and o.kind = $2' : 'i.id = $1::uuid and o.kind = $2'}`,
            [kind === 'create' ? paymentId : uuid, kind],
          )
          return row?.done === true
        }
        await until('it is resolved', isDone, 60_000).catch(() => {
          found.lost = (found.lost ?? 0) + 1
        })
        const took = Date.now() - died
        found.slowest_ms = Math.max(found.slowest_ms ?? 0, took)
        if (took > RESOLVED_MS) found.stuck = (found.stuck ?? 0) + 1
        const felt = rig.keyed.ledger.effects.filter(
          ({ action, paymentId: at }) => action === kind && (kind === 'create' ? at.endsWith('never') : at === bankId),
        ).length
        if (felt > 1) found.doubled = (found.doubled ?? 0) + 1
        found.trials++
      })
    }
  }
  const perInvoice = Object.values(
    Object.groupBy([...rig.keyed.ledger.payments.values()], ({ invoiceUuid }) => invoiceUuid),
  )
  found.doubled = (found.doubled ?? 0) + perInvoice.filter((payments) => (payments?.length ?? 0) > 1).length
  found.bad = (found.doubled ?? 0) + (found.stuck ?? 0) + (found.lost ?? 0)
  return found
}
