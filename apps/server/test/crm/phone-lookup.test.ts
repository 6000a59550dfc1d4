import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertCustomer, lockCustomer, touchCustomer } from '../../src/crm/customers/store.ts'
import { findCustomersByPhone } from '../../src/crm/phone-lookup/service.ts'
import { listPhoneMatches } from '../../src/crm/phone-lookup/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { parsePhone } from '../../src/lib/text/phone.ts'
import { type Side, type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const settle = (side: Pick<Side, 'accountId'>, firstName: string, phones: string[], managerId: number | null = null) =>
  inAccount(system.deps.db, side.accountId, (trx) =>
    insertCustomer(trx, {
      externalId: null,
      shopId: null,
      firstName,
      lastName: '',
      patronymic: '',
      managerId,
      phones: phones.map((phone) => parsePhone(phone, 'US')),
      emails: [`${firstName}@example.test`],
    }),
  )

const openOrder = (side: Pick<Side, 'accountId'>, customerId: number, managerId: number | null) =>
  inAccount(system.deps.db, side.accountId, async (trx) => {
    await trx
      .insertInto('order_status')
      .values({ code: 'new', name: 'New', open: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const shop = await trx.selectFrom('shop').select('id').executeTakeFirstOrThrow()
    const order = { number: `N${customerId}`, shop_id: shop.id, status: 'new', open: true, currency: 'USD' }
    await trx
      .insertInto('customer_order')
      .values({ ...order, customer_id: customerId, manager_id: managerId })
      .execute()
  })

const look = async (side: Pick<Side, 'accountId'>, given: string) => {
  const { matchedBy, customers } = await findCustomersByPhone(system.deps, side.accountId, given)
  return { matchedBy, names: customers.map(({ firstName }) => firstName) }
}

it('[D-29] finds a customer by any of their numbers, however it is written, by E.164 first and then by the tail', async () => {
  await settle(system.fern, 'Olga', ['+1 415 555 0111', '8 495 123-45-67'])
  for (const given of ['+14155550111', ' 14155550111', '(415) 555-0111', '0014155550111'])
    expect(await look(system.fern, given), given).toEqual({ matchedBy: 'e164', names: ['Olga'] })
  expect(await look(system.fern, '+74951234567')).toEqual({ matchedBy: 'tail', names: ['Olga'] })
  expect(await look(system.fern, '+14155550112')).toEqual({ matchedBy: undefined, names: [] })
  expect(await look(system.fern, 'anonymous')).toEqual({ matchedBy: undefined, names: [] })
})

it('[D-29] does not look up the tail when E.164 has matched', async () => {
  await settle(system.fern, 'Full', ['+7 916 555 01 01'])
  await settle(system.fern, 'Tail', ['89165550101'])
  expect(await look(system.fern, '+79165550101')).toEqual({ matchedBy: 'e164', names: ['Full'] })
})

it('[D-29] ranks customers with the same number: open order, then latest contact, then a manager online', async () => {
  const { bruno, chiara } = system.fern.userIds
  const phone = ['+1 415 555 0177']
  await settle(system.fern, 'Away', phone, bruno)
  await settle(system.fern, 'Here', phone, chiara)
  const recent = await settle(system.fern, 'Recent', phone)
  const ordering = await settle(system.fern, 'Ordering', phone)
  await inAccount(system.deps.db, system.fern.accountId, (trx) => touchCustomer(trx, recent, new Date()))
  await openOrder(system.fern, ordering, chiara)
  await system.deps.presence.heartbeat(system.fern.accountId, [chiara])
  const found = await findCustomersByPhone(system.deps, system.fern.accountId, '415 555 0177')
  expect(found.customers.map(({ firstName }) => firstName)).toEqual(['Ordering', 'Recent', 'Here', 'Away'])
  expect(found.customers[0]).toMatchObject({ openOrder: { number: `N${ordering}`, managerId: chiara } })
  expect(found.customers[1]).toMatchObject({ openOrder: null, emails: ['Recent@example.test'] })
})

it('[E-02] [D-29] never finds a customer of another account', async () => {
  await settle(system.kettle, 'Stranger', ['+1 415 555 0199'])
  expect(await look(system.fern, '+14155550199')).toMatchObject({ names: [] })
  expect(await look(system.kettle, '+14155550199')).toMatchObject({ names: ['Stranger'] })
  expect(await look(system.kettle, '+14155550111')).toMatchObject({ names: [] })
})

it('stores the latest contact, in whatever order contacts are reported', async () => {
  const id = await settle(system.fern, 'Punctual', ['+1 415 555 0122'])
  const [early, late] = [new Date('2026-01-01T10:00:00Z'), new Date('2026-01-02T10:00:00Z')]
  const customer = await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    await touchCustomer(trx, id, late)
    await touchCustomer(trx, id, early)
    expect(await listPhoneMatches(trx, parsePhone('+14155550122', 'US'))).toHaveLength(1)
    return lockCustomer(trx, id)
  })
  expect(customer?.lastContactAt).toEqual(late)
})
