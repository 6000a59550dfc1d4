// Working hours and routing settings, over HTTP.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ now: () => new Date('2026-02-02T10:00:00Z') })
})
afterAll(() => system.close())

const OFFICE = [{ from: '09:00', until: '18:00' }]
const HOURS = {
  weekly: [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, [], []],
  dates: [{ date: '2026-12-25', name: 'Christmas Day', hours: [] }],
}

it('a shop is always open until hours are set; an administrator sets and removes them', async () => {
  const ada = await system.fern.signIn('ada')
  const shops = async () => ((await ada.get('/workspace/working-hours')).body as { shops: object[] }).shops
  expect(await shops()).toEqual([
    { code: 'fern-online', name: 'Fern & Field Online', awayText: '', openNow: true },
    { code: 'fern-garden', name: 'Garden Centre', awayText: '', openNow: true },
  ])
  const set = { hours: HOURS, awayText: 'Back at nine' }
  expect((await ada.postJson('/workspace/working-hours/fern-garden', set)).status).toBe(200)
  // Monday at ten.
  expect((await shops())[1]).toMatchObject({ ...set, openNow: true })
  const closed = { ...HOURS, dates: [{ date: '2026-02-02', name: '', hours: [] }] }
  await ada.postJson('/workspace/working-hours/fern-garden', { ...set, hours: closed })
  expect((await shops())[1]).toMatchObject({ openNow: false })
  await ada.postJson('/workspace/working-hours/fern-garden', { awayText: '' })
  expect((await shops())[1]).toEqual({ code: 'fern-garden', name: 'Garden Centre', awayText: '', openNow: true })
  const { records } = (await ada.get('/workspace/action-log', { recordType: 'Shops' })).body as {
    records: { action: string; subject: string; actor: string }[]
  }
  expect(records.map(({ action, subject, actor }) => [action, subject, actor])).toEqual(
    Array(3).fill(['working-hours.saved', 'fern-garden', 'ada@fern.test']),
  )
})

it('names what is wrong with hours, and refuses unknown shops and other roles', async () => {
  const ada = await system.fern.signIn('ada')
  const weekly = [[{ from: '18:00', until: '09:00' }], [], [], [], [], [], []]
  const wrong = await ada.postJson('/workspace/working-hours/fern-garden', {
    hours: { weekly, dates: [] },
    awayText: '',
  })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toMatchObject({ errors: { weekly: expect.any(String) } })
  expect((await ada.postJson('/workspace/working-hours/kettle', { awayText: '' })).status).toBe(404)
  const bruno = await system.fern.signIn('bruno')
  expect((await bruno.get('/workspace/working-hours')).status).toBe(403)
  expect((await bruno.postJson('/workspace/routing', { enabled: true })).status).toBe(403)
})

it('routing is off for a new account; its settings and the groups of shops are kept', async () => {
  const ada = await system.fern.signIn('ada')
  const settings = async () => ((await ada.get('/workspace/routing')).body as { settings: object }).settings
  expect(await settings()).toEqual({
    enabled: false,
    escalateMinutes: 15,
    shops: [
      { code: 'fern-online', name: 'Fern & Field Online' },
      { code: 'fern-garden', name: 'Garden Centre' },
    ],
    groups: [],
  })
  await ada.postJson('/workspace/user-groups/sales', { name: 'Sales', userIds: [] })
  expect((await ada.postJson('/workspace/routing', { enabled: true })).status).toBe(200)
  expect((await ada.postJson('/workspace/routing/shops/fern-garden', { group: 'sales' })).status).toBe(200)
  expect((await ada.postJson('/workspace/routing/shops/fern-garden', { group: 'nobody' })).status).toBe(400)
  expect(await settings()).toEqual({
    enabled: true,
    shops: [
      { code: 'fern-online', name: 'Fern & Field Online' },
      { code: 'fern-garden', name: 'Garden Centre', group: 'sales' },
    ],
    groups: [{ code: 'sales', name: 'Sales' }],
  })
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get('/workspace/routing')).body).toMatchObject({ settings: { enabled: false, groups: [] } })
})

it('how many chats a user gets is set per user', async () => {
  const ada = await system.fern.signIn('ada')
  const { bruno } = system.fern.userIds
  const capacity = async () =>
    ((await ada.get('/workspace/users')).body as { users: { id: number; chatCapacity: number }[] }).users.find(
      ({ id }) => id === bruno,
    )?.chatCapacity
  expect(await capacity()).toBe(5)
  expect((await ada.postJson(`/workspace/users/${bruno}`, { chatCapacity: 0 })).status).toBe(200)
  expect(await capacity()).toBe(0)
  expect((await ada.postJson(`/workspace/users/${bruno}`, { chatCapacity: -1 })).status).toBe(400)
})
