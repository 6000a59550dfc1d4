// P1 and P2 of the design: thousands of random lives of an invoice without a violation, and every planted bug found.

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { lockInvoice, updateInvoiceStatus } from '../../src/payments/invoices/store.ts'
import type { PaymentDeps } from '../../src/payments/operations/decisions.ts'
import { classifyReply } from '../../src/payments/operations/rules.ts'
import { lockOperation } from '../../src/payments/operations/store.ts'
import { classifyReport } from '../../src/payments/reports/rules.ts'
import { type System, startSystem } from '../support/system.ts'
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
  bench = await openBench(system)
})
afterAll(() => system.close())

const deadlocks = async (): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(system.deps.db)
  const { rows } = await sql<{
    deadlocks: number
  }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(system.deps.db)
  return Number(rows[0]?.deadlocks)
}

/** Several rows of lives beside each other, each with a seed of its own; the first violation ends them all. */
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

it(`[D-44][D-45][D-46] keeps I1 to I6 over ${RUNS} random lives of an invoice`, async () => {
  expect(await search(bench, RUNS)).toBeUndefined()
}, 600_000)

type Mutant = { finds: RegExp; plant: NonNullable<Bench['plant']>; before?: string; after?: string }

/** P2: the bugs that such systems are known for. Each must be found, or the lives are not wild enough. */
const MUTANTS: Record<string, Mutant> = {
  'a time-out counts as a failure': {
    finds: /I[23]/,
    plant: (deps) => ({
      ...deps,
      decisions: {
        classify: (kind, reply) => {
          const outcome = classifyReply(kind, reply)
          return outcome.class === 'unknown' ? { class: 'rejected', errorMsg: outcome.reason } : outcome
        },
      },
    }),
  },
  'every try has a key of its own': {
    finds: /I2/,
    plant: (deps) => ({ ...deps, decisions: { keyOf: () => crypto.randomUUID() } }),
  },
  'an invoice is canceled before the module agrees': {
    finds: /I3|no longer|a_move_of_the_table|was confirmed/,
    plant: (deps, accountId) => {
      const at: PaymentDeps['at'] = async (point, operation) => {
        if (point === 'before-call' && operation.kind === 'cancel') {
          await inAccount(deps.db, accountId, async (trx) => {
            const invoice = await lockInvoice(trx, operation.invoiceId)
            if (invoice)
              await updateInvoiceStatus(trx, invoice, 'canceled', { cause: `operation:${operation.id}`, actor: 'bug' })
          })
        }
        await deps.at?.(point, operation)
      }
      return { ...deps, at }
    },
  },
  'two operations may be open at once': {
    finds: /I[2345]|was confirmed/,
    plant: (deps) => ({ ...deps, decisions: { findOpen: async () => undefined } }),
    before: 'drop index one_open_operation',
    after: `create unique index one_open_operation on payment_operation (account_id, invoice_id)
      where state in ('requested', 'sent', 'unknown', 'accepted', 'needs_human')`,
  },
  'the operation is locked before the invoice': {
    finds: /deadlock/,
    plant: (deps) => ({
      ...deps,
      decisions: {
        lockBoth: async (trx, { id, invoiceId }) => {
          const operation = await lockOperation(trx, id)
          await sql`select pg_sleep(0.005)`.execute(trx)
          return [await lockInvoice(trx, invoiceId), operation]
        },
      },
    }),
  },
  'a module without keys is sent everything again': {
    finds: /I2/,
    plant: (deps) => ({ ...deps, decisions: { mayResend: (state) => state === 'unknown' } }),
  },
  'old news take an invoice back': {
    finds: /a_move_of_the_table|invoice_history/,
    plant: (deps) => ({
      ...deps,
      decisions: {
        judgeReport: (facts, report) => {
          const judged = classifyReport(facts, report)
          const isOld =
            judged.ok && judged.moves.length === 0 && report.status !== undefined && report.status !== facts.status
          return isOld && report.status ? { ...judged, moves: [report.status] } : judged
        },
      },
    }),
  },
  'any amount will do': {
    finds: /I3/,
    plant: (deps) => ({
      ...deps,
      decisions: { judgeReport: (facts, { amount: _any, ...report }) => classifyReport(facts, report) },
    }),
  },
}

/** DDL is the owner's business; the app's role may not. */
const asOwner = async (statement: string | undefined): Promise<void> => {
  if (statement === undefined) return
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: system.adminUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

it.each(Object.entries(MUTANTS))(
  'finds the planted bug: %s',
  async (_name, { finds, plant, before, after }) => {
    await asOwner(before)
    try {
      expect(await search({ ...bench, plant }, MUTANT_RUNS)).toMatch(finds)
    } finally {
      if (after)
        await asOwner('delete from lane; truncate invoice_history, invoice_refund, payment_operation, invoice cascade')
      await asOwner(after)
    }
  },
  600_000,
)
