import { expect, it } from 'vitest'
import { dialledOf, whyNotCall } from './limits.ts'

const limits = { forbidden: ['+1900', '00'], callsAtOnce: 2, callsPerHour: 3 }
const idle = { atOnce: 0, thisHour: 0 }

it.each([
  ['+15550100', idle, undefined],
  ['(555) 0100-1', idle, undefined],
  ['sip:evil@example.com', idle, 'not a number'],
  ['+1 900 555 0100', idle, 'forbidden number'],
  ['0044123', idle, 'forbidden number'],
  ['+15550100', { atOnce: 2, thisHour: 0 }, 'too many calls at once'],
  ['+15550100', { atOnce: 0, thisHour: 3 }, 'too many calls this hour'],
] as const)('%s with %j: %s', (phone, now, reason) => {
  expect(whyNotCall(phone, now, limits)).toBe(reason)
})

it('dials digits and the plus', () => {
  expect([dialledOf('+1 (555) 01-00'), dialledOf('555 0100')]).toEqual(['+15550100', '5550100'])
})
