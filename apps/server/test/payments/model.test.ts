// P1 and P2 of the design: thousands of random histories of an invoice without a violation, and every planted bug
// found.

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPEN_STATES } from '../../src/payments/operations/rules.ts'
import { type System, startSystem } from '../support/system.ts'
import { type Bug, loadEngine, loadEngineWith } from './engine.ts'
import { life } from './lives.ts'
import { type Bench, live, openBench } from './model.ts'

const RUNS = Number(process.env.MODEL_RUNS ?? 2_000)
const MUTANT_RUNS = 5_000
const LANES = 4
const SEED = Number(process.env.MODEL_SEED ?? 20_261_115)

let system: System
let bench: Bench
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'], env: { POOL_SIZE: '16', LOG_LEVEL: 'error' } })
  bench = await openBench(system, await loadEngine())
})
afterAll(() => system.close())

const deadlocks = async (): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(system.deps.db)
  const { rows } = await sql<{
    deadlocks: number
  }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(system.deps.db)
  return Number(rows[0]?.deadlocks)
}

/** Runs several series of histories in parallel, each with its own seed; the first violation ends them all. */
const search = async (at: Bench, runs: number): Promise<string | undefined> => {
  let found: string | undefined
  let lives = 0
  const before = await deadlocks()
  const lookForDeadlocks = async () => {
    const more = (await deadlocks()) - before
    if (more > 0) found ??= `${more} deadlocks after ${lives} lives`
  }
  const row = (n: number) =>
    fc.check(
      fc.asyncProperty(life, async (one) => {
        if (found !== undefined) return
        const problems = await live(at, one)
        if (++lives % 25 === 0) await lookForDeadlocks()
        if (problems.length > 0) throw new Error(problems.join('; '))
      }),
      { numRuns: Math.ceil(runs / LANES), seed: SEED + n, endOnFailure: true },
    )
  await Promise.all(
    Array.from({ length: LANES }, async (_, n) => {
      const { failed, counterexample, errorInstance, numRuns } = await row(n)
      if (failed) found ??= `after ${numRuns} lives: ${String(errorInstance)} in ${JSON.stringify(counterexample)}`
    }),
  )
  await lookForDeadlocks()
  return found
}

it(`[D-44][D-45][D-46][D-86] keeps I1 to I6 over ${RUNS} random histories of an invoice`, async () => {
  expect(await search(bench, RUNS)).toBeUndefined()
}, 1_800_000)

type PlantedBug = Bug & { finds: RegExp; before?: string; after?: string }

/** P2: the bugs that such systems are known for. Each must be found, or the histories do not vary enough. */
const BUGS: Record<string, PlantedBug> = {
  'a time-out counts as a failure': {
    finds: /I[23]/,
    file: 'payments/operations/service.ts',
    text: 'const replied = classifyReply(operation.kind, reply)',
    replacement: `const said = classifyReply(operation.kind, reply)
    const replied = said.class === 'unknown' ? { class: 'rejected', errorMsg: said.reason } : said`,
  },
  'every attempt has a key of its own': {
    finds: /I2/,
    file: 'payments/operations/service.ts',
    text: 'const { id: key, kind, invoiceId } = operation',
    replacement: 'const { kind, invoiceId } = operation, key = crypto.randomUUID()',
  },
  'an invoice is canceled before the module agrees': {
    finds: /I3|no longer|a_move_of_the_table|was confirmed/,
    file: 'payments/operations/service.ts',
    text: 'const call = await sendOperation(',
    replacement: `if (kind === 'cancel') await inAccount(deps.db, accountId, async (trx) => {
      const { updateInvoiceStatus } = await import('../invoices/store.ts')
      const invoice = await lockInvoice(trx, invoiceId)
      if (invoice) await updateInvoiceStatus(trx, invoice, 'canceled', { cause: 'operation:' + key, actor: 'bug' })
    })
    const call = await sendOperation(`,
  },
  'two operations may be open at once': {
    finds: /I[2345]|was confirmed/,
    file: 'payments/operations/actions.ts',
    text: 'const open = await findOpenOperation(trx, invoice.id)',
    replacement: 'const open = undefined',
    before: 'drop index one_open_operation',
    after: `create unique index one_open_operation on payment_operation (account_id, invoice_id)
      where state in (${OPEN_STATES.map((state) => `'${state}'`).join()})`,
  },
  'the operation is locked before the invoice': {
    finds: /deadlock/,
    file: 'payments/operations/service.ts',
    text: `const invoice = await lockInvoice(trx, invoiceId)
  return [invoice, await lockOperation(trx, id)]`,
    replacement: `const operation = await lockOperation(trx, id)
  await trx.selectNoFrom((eb) => eb.fn('pg_sleep', [eb.lit(0.005)]).as('slept')).execute()
  return [await lockInvoice(trx, invoiceId), operation]`,
  },
  'an operation is resent to a module that is not idempotent': {
    finds: /I2/,
    file: 'payments/reconciliation/rules.ts',
    text: "state === 'unknown' && idempotent",
    replacement: "state === 'unknown'",
  },
  'what may have arrived is sent again like what was not sent': {
    finds: /I2/,
    file: 'payments/operations/rules.ts',
    text: `return reply.kind === 'unknown'
      ? { class: 'unknown', reason: reply.reason }
      : {`,
    replacement: `return reply.kind === 'refused'
      ? { class: 'unknown', reason: reply.reason }
      : {`,
  },
  'an older report moves an invoice back': {
    finds: /a_move_of_the_table|invoice_history/,
    file: 'payments/reports/service.ts',
    text: 'const decision = classifyReport(await factsOf(trx, invoice, open), report)',
    replacement: `const decision = classifyReport(await factsOf(trx, invoice, open), report)
  const isOld = decision.ok && decision.moves.length === 0 && report.status !== undefined && report.status !== invoice.status
  if (isOld) decision.moves = [report.status]`,
  },
  'any amount will do': {
    finds: /I3/,
    file: 'payments/reports/service.ts',
    text: 'const decision = classifyReport(await factsOf(trx, invoice, open), report)',
    replacement: `const facts = await factsOf(trx, invoice, open)
  const decision = classifyReport(facts, { ...report, amount: undefined })`,
  },
}

/** The application's database role may not change the schema. */
const asOwner = async (statement: string | undefined): Promise<void> => {
  if (statement === undefined) return
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: system.adminUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

it.each(Object.entries(BUGS))(
  'finds the planted bug: %s',
  async (_name, { finds, before, after, ...bug }) => {
    const { engine, remove } = await loadEngineWith(bug)
    await asOwner(before)
    try {
      expect(await search({ ...bench, engine }, MUTANT_RUNS)).toMatch(finds)
    } finally {
      if (after)
        await asOwner('delete from lane; truncate invoice_history, invoice_refund, payment_operation, invoice cascade')
      await asOwner(after)
      await remove()
    }
  },
  1_800_000,
)

it('refuses to plant a bug whose place is not found exactly once', async () => {
  const bug = { file: 'payments/operations/service.ts', replacement: '' }
  await expect(loadEngineWith({ ...bug, text: 'no such text' })).rejects.toThrow('0 times')
  await expect(loadEngineWith({ ...bug, text: 'inAccount(' })).rejects.toThrow('times, not once')
})
