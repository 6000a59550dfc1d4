import type { WorkspaceNotification } from '@patchbay/contract/platform/workspace/notifications'
import { expect, it } from 'vitest'
import { groupByDay } from './days.ts'

const at = (time: string) => ({ at: time }) as WorkspaceNotification

it('groups by the days of the account, not by those of UTC', () => {
  const list = [
    at('2026-11-16T05:00:00.000Z'),
    at('2026-11-15T23:30:00.000Z'),
    at('2026-11-15T20:00:00.000Z'),
    at('2026-11-13T12:00:00.000Z'),
  ]
  const days = groupByDay(list, 'Europe/Madrid', new Date('2026-11-16T08:00:00Z'))
  expect(days.map(({ day, when, notifications }) => [day, when, notifications.length])).toEqual([
    ['2026-11-16', 'today', 2],
    ['2026-11-15', 'yesterday', 1],
    ['2026-11-13', 'earlier', 1],
  ])
})
