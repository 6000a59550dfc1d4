import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import { shiftDay } from '../../../lib/days.ts'

// When a snoozed conversation comes back, in the time zone of the account.

const HOUR_MS = 3_600_000
const [EVENING, MORNING] = ['18:00', '09:00']

export type SnoozePreset = 'hour' | 'evening' | 'tomorrow' | 'week'

/** The presets that make sense now: an evening that is less than an hour away is left out. */
export const snoozeTimes = (now: Date, zone: string): [SnoozePreset, Date][] => {
  const today = toLocalTime(now, zone).slice(0, 10)
  const at = (day: string, time: string): Date => fromLocalTime(`${day} ${time}`, zone) ?? now
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const [inAnHour, evening] = [new Date(now.getTime() + HOUR_MS), at(today, EVENING)]
  return [
    ['hour', inAnHour],
    ...(evening > inAnHour ? [['evening', evening] as [SnoozePreset, Date]] : []),
    ['tomorrow', at(shiftDay(today, 1), MORNING)],
    // The next Monday; on a Monday that of the week after.
    ['week', at(shiftDay(today, weekday === 0 ? 1 : 8 - weekday), MORNING)],
  ]
}
