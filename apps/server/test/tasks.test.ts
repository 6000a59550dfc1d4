import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertCustomer } from '../src/customers/store.ts'
import { inAccount } from '../src/lib/transaction.ts'
import { completeTasks, insertTask } from '../src/tasks/store.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const NOBODY = { externalId: null, lastName: '', patronymic: '', managerId: null, phones: [], emails: [] }
const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)

it('has one open task for all the missed calls of a customer, and another after that one is done', async () => {
  await inFern(async (trx) => {
    const customerId = await insertCustomer(trx, { ...NOBODY, firstName: 'Ivo', shopId: null })
    const missed = { text: 'Call back', reason: 'missed-call', customerId }
    const first = await insertTask(trx, missed)
    expect(first).toBeGreaterThan(0)
    expect(await insertTask(trx, missed)).toBeUndefined()
    expect(await insertTask(trx, { text: 'Send the catalogue', customerId })).toBeGreaterThan(0)
    expect(await completeTasks(trx, { customerId, reason: 'missed-call', because: 'called back' })).toEqual([first])
    expect(await completeTasks(trx, { customerId, reason: 'missed-call', because: 'called back' })).toEqual([])
    expect(await insertTask(trx, missed)).toBeGreaterThan(0)
  })
})

it('has one open task for all the missed calls of a number that nobody knows', async () => {
  await inFern(async (trx) => {
    const missed = { text: 'Call back', reason: 'missed-call', phone: '+14155550100' }
    const first = await insertTask(trx, missed)
    expect(await insertTask(trx, missed)).toBeUndefined()
    expect(await insertTask(trx, { ...missed, phone: '+14155550101' })).toBeGreaterThan(0)
    expect(await completeTasks(trx, { phone: '+14155550100', reason: 'missed-call', because: 'done' })).toEqual([first])
  })
})
