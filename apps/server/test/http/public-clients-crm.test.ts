// The published npm client node-retailcrm-api, unchanged, works with users, customers and tasks.
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

type Answer = { isSuccessful: () => boolean; errorMsg: () => string; getBody: () => never }
type Call = (...args: unknown[]) => Promise<Answer>
type Client = Record<'customers' | 'users' | 'tasks', Record<string, Call>>
const connect = createRequire(import.meta.url)('node-retailcrm-api') as (at: { url: string; apiKey: string }) => Client

let system: System
let client: Client
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  client = connect({ url: system.origin, apiKey: system.fern.apiKey })
})
afterAll(() => system.close())

const ok = async (call: Promise<Answer> | undefined): Promise<Record<string, never>> => {
  const answer = await call
  expect(answer?.isSuccessful(), answer?.errorMsg()).toBe(true)
  return answer?.getBody() ?? {}
}

it('[D-02] creates, finds and updates a customer, and adds a note', async () => {
  const { customers } = client
  const phones = [{ number: '+1 (415) 555-0188' }]
  const { id } = await ok(
    customers.create?.({ externalId: 'npm-1', firstName: 'Nadia', phones, email: 'n@example.test' }),
  )
  expect(await ok(customers.fetchById?.(id))).toMatchObject({ customer: { firstName: 'Nadia', phones } })
  await ok(customers.updateByExternalId?.({ externalId: 'npm-1', lastName: 'Rossi' }))
  expect(await ok(customers.fetchByExternalId?.('npm-1'))).toMatchObject({ customer: { lastName: 'Rossi' } })
  const found = await ok(customers.list?.({ phone: '415 555 0188' }, 1, 50))
  expect(found).toMatchObject({ pagination: { limit: 50, totalCount: 1 }, customers: [{ id }] })
  await ok(customers.createNote?.({ text: 'Likes ferns', customer: { id } }))
  expect(await ok(customers.listNotes?.({ customerIds: [id] }))).toMatchObject({ notes: [{ text: 'Likes ferns' }] })
})

it('[D-32] lists users and sets a status', async () => {
  const { bruno } = system.fern.userIds
  await ok(client.users.updateStatus?.(bruno, 'dinner'))
  expect(await ok(client.users.fetch?.(bruno))).toMatchObject({ user: { status: 'dinner' } })
  expect(await ok(client.users.list?.({ status: 'dinner' }))).toMatchObject({ users: [{ id: bruno }] })
})

it('[D-02] creates a task', async () => {
  const task = { text: 'Call back', performerId: system.fern.userIds.bruno, customer: { externalId: 'npm-1' } }
  expect(await ok(client.tasks.create?.(task))).toMatchObject({ success: true, id: expect.any(Number) })
})
