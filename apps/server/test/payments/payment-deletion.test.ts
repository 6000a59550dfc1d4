// A payment that is deleted while its invoice is issued or paid: the second transaction sees what the first has done.

import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deletePayment } from '../../src/crm/order-payments/store.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { findLiveInvoice, lockInvoice, updateInvoiceStatus } from '../../src/payments/invoices/store.ts'
import { lockPayable } from '../../src/payments/issuing/store.ts'
import { type BankModule, issue, order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let bank: Bank
let module: BankModule
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  module = await register(system.fern, 'bank', bank.url)
  bruno = await system.fern.signIn('bruno')
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, system.fern.accountId, work)
const remove = (paymentId: number) => system.fern.api.post(`/api/v5/orders/payments/${paymentId}/delete`)

/** How many statements in this database wait for a lock. */
const waiting = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(system.deps.db)
  return rows[0]?.count
}

/** Runs `first` in a transaction that is still open when `second` starts; `second` has to wait for it. */
const meanwhile = async (first: (trx: Db) => Promise<unknown>, second: () => Promise<Reply>): Promise<Reply> => {
  let reply: Promise<Reply> | undefined
  await inFern(async (trx) => {
    await first(trx)
    reply = second()
    await expect.poll(waiting).toBe(1)
  })
  return reply ?? expect.unreachable()
}

it('[P-08] issues no invoice for a payment that is being deleted, and sends nothing to the module', async () => {
  const { paymentId } = await order(system.fern, module.type)
  const before = bank.calls.length
  const reply = await meanwhile(
    (trx) => deletePayment(trx, paymentId),
    () => bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {}),
  )
  expect(reply.status).toBe(404)
  expect(bank.calls.length).toBe(before)
  expect(await inFern((trx) => findLiveInvoice(trx, paymentId))).toBeUndefined()
})

it('[P-08] deletes no payment while its invoice is being stored', async () => {
  const { paymentId } = await order(system.fern, module.type)
  const reply = await meanwhile(
    (trx) => lockPayable(trx, paymentId),
    () => remove(paymentId),
  )
  expect(reply.status).toBe(200)
})

it('[D-51] keeps a payment that is being paid when a user deletes it', async () => {
  const { paymentId, uuid } = await issue(system.fern, bank, module.type)
  const reply = await meanwhile(
    async (trx) => {
      const invoice = (await lockInvoice(trx, uuid)) ?? expect.unreachable()
      await updateInvoiceStatus(trx, invoice, 'succeeded', { cause: 'import', actor: 'module:bank' })
    },
    () => remove(paymentId),
  )
  expect(reply.body).toMatchObject({ errorCode: 'payment_in_use', errorMsg: expect.stringContaining('it is paid') })
})
