// Random histories of an invoice: operations, payments, checks, reports, order edits and crashes, several at a time,
// against the real code on real PostgreSQL, with a bank that keeps its own ledger. What must hold afterwards is in
// violationsOf. The bank and the crashes are stubs of egress and live, so that thousands of histories take minutes.

import { minor } from '@patchbay/contract/base/money'
import { createLedger } from '@patchbay/testkit/bank-ledger'
import { sql } from 'kysely'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { findInvoice } from '../../src/payments/invoices/store.ts'
import { findModuleById } from '../../src/platform/modules/store.ts'
import type { System } from '../support/system.ts'
import { bankOf, Crash, withCrashes } from './bank-stub.ts'
import type { Engine } from './engine.ts'
import { payments, type Run, violationsOf } from './invariants.ts'
import type { CrashPoint, Fault, Life, Step, Trouble } from './lives.ts'

const PART = 30_00
export type Bench = {
  system: System
  /** The module and the payment type of each kind of bank. */
  modules: Record<string, { code: string; type: string }>
  /** The product's payments code, or a copy with a planted bug. */
  engine: Engine
}

const bankName = ({ keyed, asks }: Pick<Life, 'keyed' | 'asks'>): string =>
  `bank${keyed ? '-keyed' : ''}${asks ? '-asks' : ''}`

/** Registers a module for each kind of bank, with a shop and a payment type. */
export const openBench = async (system: System, engine: Engine): Promise<Bench> => {
  const modules: Bench['modules'] = {}
  for (const keyed of [true, false]) {
    for (const asks of [true, false]) {
      const code = bankName({ keyed, asks })
      const actions = {
        create: 'create',
        approve: 'approve',
        cancel: 'cancel',
        refund: 'refund',
        ...(asks && { status: 'status' }),
      }
      const payment = {
        actions,
        currencies: ['EUR'],
        idempotent: keyed,
        shops: [{ code: 'main', name: 'Main', active: true }],
      }
      const integrationModule = { code, baseUrl: `http://${code}.test`, clientId: code, integrations: { payment } }
      const reply = await system.fern.api.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
      if (reply.status !== 201) throw new Error(reply.text)
      modules[code] = { code, type: `${code}-main` }
    }
  }
  return { system, modules, engine }
}

let orders = 0
const newPayment = (bench: Bench, type: string): Promise<{ orderId: number; paymentId: number }> =>
  inAccount(bench.system.deps.db, bench.system.fern.accountId, async (trx) => {
    const shop = await trx.selectFrom('shop').select('id').limit(1).executeTakeFirstOrThrow()
    await trx
      .insertInto('order_status')
      .values({ code: 'new', name: 'New', open: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .insertInto('payment_status')
      .values({ code: 'not-paid', name: 'Not paid' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const order = await trx
      .insertInto('customer_order')
      .values({
        number: `M-${process.pid}-${++orders}`,
        shop_id: shop.id,
        status: 'new',
        open: true,
        currency: 'EUR',
        total: '100',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('order_item')
      .values({ order_id: order.id, place: 0, name: 'Fern', price: '100', quantity: '1' })
      .execute()
    const payment = await trx
      .insertInto('order_payment')
      .values({ order_id: order.id, type, status: 'not-paid', amount: '100' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { orderId: order.id, paymentId: payment.id }
  })

/** A rejection is an answer and a crash is silence; anything else is a bug. */
const survive = async (run: Run, what: string, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof Crash || error instanceof run.engine.AppError) return
    run.problems.push(`${what}: ${String(error)}`)
  }
}

const requestOperation = (run: Run, kind: 'approve' | 'cancel' | 'refund', part: boolean, { fault, dies }: Trouble) =>
  survive(run, kind, async () => {
    const amount = part ? minor(BigInt(PART)) : undefined
    const id = await run.engine.createOperation(run.deps, run.accountId, {
      invoiceId: run.invoiceId,
      kind,
      amount,
      by: 'user:1',
    })
    run.faults.set(kind, fault)
    if (dies !== 'never') run.dies.set(id, dies)
    await run.engine.runOperation(run.deps, run.accountId, id)
  })

const deliver = (run: Run, which: 'first' | 'last', times: number) =>
  survive(run, 'report', async () => {
    const reports = which === 'first' ? run.ledger.pendingReports.shift() : run.ledger.pendingReports.pop()
    if (!reports) return
    const { invoiceUuid, ...said } = reports
    for (let n = 0; n < times; n++) {
      await run.engine.receiveReport(run.deps, run.accountId, {
        source: 'key:model',
        invoiceId: invoiceUuid,
        said,
        mayFor: () => true,
      })
      run.acknowledged++
    }
  })

/** Time passes: whatever waits is due. */
const look = (run: Run) =>
  survive(run, 'look', async () => {
    await inAccount(run.deps.db, run.accountId, (trx) =>
      trx
        .updateTable('payment_operation')
        .set({ next_at: sql`now()` })
        .where('invoice_id', '=', run.invoiceId)
        .execute(),
    )
    await run.engine.reconcileOperation(run.deps, run.accountId, run.invoiceId)
  })

const editOrder = (run: Run) =>
  inAccount(run.deps.db, run.accountId, (trx) =>
    trx
      .updateTable('customer_order')
      .set({ total: '90', version: sql`version + 1` })
      .where('id', '=', run.orderId)
      .execute(),
  )

const doStep = async (run: Run, one: Step): Promise<void> => {
  switch (one.do) {
    case 'approve':
    case 'cancel':
    case 'refund':
      return requestOperation(run, one.do, false, one)
    case 'refund-part':
      return requestOperation(run, 'refund', true, one)
    case 'pay': {
      const [payment] = payments(run)
      if (payment) run.ledger.pay(payment.id, { hold: one.hold, ...(one.short && { amount: payment.amount - 500 }) })
      return
    }
    case 'check':
      // A module asks about what it has, and about nothing else.
      if (payments(run).length === 0) return
      return survive(run, 'check', () =>
        run.engine.check(
          run.deps,
          run.accountId,
          { invoiceUuid: run.invoiceId, amount: 100, currency: 'EUR' },
          () => true,
        ),
      )
    case 'edit-order':
      return void (await editOrder(run))
    case 'expire':
      for (const { id } of payments(run)) run.ledger.expire(id)
      return
    case 'look':
      return look(run)
    case 'lose-report':
      if (run.ledger.pendingReports.shift() && !run.asks) run.deaf = true
      return
    default:
      return deliver(run, one.do === 'report-last' ? 'last' : 'first', one.do === 'report-twice' ? 2 : 1)
  }
}

/** D-46: what should have moved and did not is asked for. */
const sweep = (run: Run) =>
  survive(run, 'sweep', async () => {
    const found = await inAccount(run.deps.db, run.accountId, async (trx) => {
      const invoice = await findInvoice(trx, run.invoiceId)
      return { invoice, module: invoice && (await findModuleById(trx, invoice.moduleId)) }
    })
    if (found.invoice && found.module)
      await run.engine.reconcileInvoice(run.deps, run.accountId, found.invoice, found.module)
  })

export const live = async (bench: Bench, { keyed, asks, create, steps }: Life): Promise<string[]> => {
  const { system, engine } = bench
  const { accountId } = system.fern
  const { orderId, paymentId } = await newPayment(bench, bench.modules[bankName({ keyed, asks })]?.type ?? '')
  const ledger = createLedger({ idempotent: keyed })
  const faults = new Map<string, Fault>([['create', create.fault]])
  const dies = new Map<string, CrashPoint>()
  const deps = withCrashes(system.deps, bankOf(ledger, faults), dies)
  const issued = await engine.issueForPayment(deps, accountId, { paymentId, returnUrl: null, by: 'user:1' })
  const run: Run = {
    engine,
    deps,
    accountId,
    asks,
    deaf: false,
    ledger,
    faults,
    orderId,
    acknowledged: 0,
    problems: [],
    dies,
    invoiceId: issued.invoiceId,
  }
  if (create.dies !== 'never') dies.set(issued.operationId, create.dies)
  await survive(run, 'create', () => engine.runOperation(deps, accountId, issued.operationId))
  for (const together of steps) await Promise.all(together.map((one) => doStep(run, one)))
  // Everything heals: no faults, every report arrives, and reconciliation runs its schedule to the end.
  faults.clear()
  dies.clear()
  for (let n = 0; n < 16; n++) {
    while (ledger.pendingReports.length > 0) await deliver(run, 'first', 1)
    const open = await inAccount(system.deps.db, accountId, (trx) =>
      trx
        .selectFrom('payment_operation')
        .select('state')
        .where('invoice_id', '=', run.invoiceId)
        .where('state', 'in', ['requested', 'sent', 'unknown', 'accepted'])
        .execute(),
    )
    if (open.length === 0 && ledger.pendingReports.length === 0) break
    await look(run)
  }
  await sweep(run)
  return [...run.problems, ...(await violationsOf(run))]
}
