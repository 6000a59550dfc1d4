// Working hours, holidays and routing of the demo account, as its administrator would set them. Existing hours are not changed.

import type { OpenInterval } from '@patchbay/contract/platform/workspace/working-hours'
import type { Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import { changeRouting, changeShopGroup } from '../src/platform/routing/actions.ts'
import { saveGroup } from '../src/platform/users/actions.ts'
import { saveShopHours } from '../src/platform/working-hours/actions.ts'
import { listHours } from '../src/platform/working-hours/store.ts'
import { httpStub } from './http-stub.ts'
import { userCaller } from './user-caller.ts'

const OFFICE: OpenInterval[] = [{ from: '09:00', until: '18:00' }]
const SATURDAY: OpenInterval[] = [{ from: '10:00', until: '14:00' }]

const WEEKLY: Record<string, OpenInterval[][]> = {
  'fern-online': [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, [], []],
  'fern-garden': [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, SATURDAY, []],
}

const AWAY = 'Thank you for your message! We are closed right now and reply as soon as we open again.'

const datesOf = (year: number) => [
  { date: `${year}-12-24`, name: 'Christmas Eve', hours: [{ from: '09:00', until: '13:00' }] },
  { date: `${year}-12-25`, name: 'Christmas Day', hours: [] },
  { date: `${year + 1}-01-01`, name: 'New Year’s Day', hours: [] },
]

export const seedRouting = async (deps: Deps, accountId: number, userIds: Record<string, number>): Promise<void> => {
  if ((await inAccount(deps.db, accountId, listHours)).length > 0) return
  const { ada = 0, bruno = 0, chiara = 0 } = userIds
  const admin = userCaller(accountId, ada, 'admin')
  const group = { params: { code: 'sales' }, body: { name: 'Sales', userIds: [bruno, chiara] } }
  await saveGroup(deps, admin, group, httpStub)
  const dates = datesOf(deps.now().getFullYear())
  for (const [code, weekly] of Object.entries(WEEKLY)) {
    const body = { hours: { weekly, dates }, awayText: AWAY }
    await saveShopHours(deps, admin, { params: { code }, body }, httpStub)
  }
  await changeShopGroup(deps, admin, { params: { code: 'fern-online' }, body: { group: 'sales' } }, httpStub)
  await changeRouting(deps, admin, { body: { enabled: true, escalateMinutes: 15 } }, httpStub)
}
