import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { WorkspaceNotification } from '@patchbay/contract/platform/workspace/notifications'
import { shiftDay } from '../../../lib/days.ts'

export type Day = { day: string; when: 'today' | 'yesterday' | 'earlier'; notifications: WorkspaceNotification[] }

const dayOf = (at: Date, zone: string): string => toLocalTime(at, zone).slice(0, 10)

/** By the days of the account's time zone, in the order of the list. */
export const groupByDay = (notifications: readonly WorkspaceNotification[], zone: string, now: Date): Day[] => {
  const today = dayOf(now, zone)
  const when = (day: string): Day['when'] => {
    if (day === today) return 'today'
    return day === shiftDay(today, -1) ? 'yesterday' : 'earlier'
  }
  const days = Map.groupBy(notifications, ({ at }) => dayOf(new Date(at), zone))
  return [...days].map(([day, list]) => ({ day, when: when(day), notifications: list }))
}
