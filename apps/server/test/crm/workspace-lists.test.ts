import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
  await system.fern.api.post('/api/v5/customers/create', {
    customer: {
      firstName: 'Nadia',
      lastName: 'Petrova',
      email: 'nadia@example.com',
      phones: [{ number: '+46 8 500 550 01' }],
    },
    site: 'fern-online',
  })
})
afterAll(() => system.close())

type Found = { customers: { firstName: string }[]; pagination: { totalCount: number } }

it('lists customers to managers of the account, by phone in any written form and by email', async () => {
  const manager = await system.fern.signIn('bruno')
  const list = async (query: string) => (await manager.get(`/workspace/customers?${query}`)).body as Found
  expect(await list('')).toMatchObject({ customers: [{ firstName: 'Nadia' }], pagination: { totalCount: 1 } })
  expect((await list('filter[phone]=0850055001')).customers).toHaveLength(1)
  expect((await list('filter[email]=nadia@example.com&filter[sites][]=fern-online')).customers).toHaveLength(1)
  expect((await list('filter[sites][]=fern-garden')).customers).toEqual([])
  const stranger = await system.kettle.signIn('farid')
  expect((await stranger.get('/workspace/customers')).body).toMatchObject({ customers: [] })
})

it('returns codes and names of the account to its managers', async () => {
  const manager = await system.fern.signIn('bruno')
  const { body } = await manager.get('/workspace/references')
  expect(body).toMatchObject({
    orderStatuses: expect.arrayContaining([expect.objectContaining({ open: true })]),
    paymentTypes: expect.arrayContaining([expect.objectContaining({ active: true })]),
    paymentStatuses: expect.arrayContaining([expect.objectContaining({ complete: true })]),
  })
  const codes = (body as { shops: { code: string }[] }).shops.map(({ code }) => code)
  expect(codes.toSorted()).toEqual(['fern-garden', 'fern-online'])
})
