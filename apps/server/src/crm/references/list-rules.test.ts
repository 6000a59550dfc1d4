import { expect, it } from 'vitest'
import { groupsOf } from './list-rules.ts'
import { ORDER_STATUSES } from './rules.ts'

it('[D-06] puts every status into one group, and lists groups without statuses too', () => {
  const groups = groupsOf(ORDER_STATUSES)
  expect(Object.values(groups).flatMap(({ statuses }) => statuses)).toEqual(ORDER_STATUSES.map(({ code }) => code))
  expect(groups.cancel).toMatchObject({ process: false, statuses: ['canceled', 'returned'] })
  expect(Object.keys(groupsOf([]))).toEqual(['new', 'approval', 'assembling', 'delivery', 'complete', 'cancel'])
})
