import { expect, it } from 'vitest'
import { answerBy, type Change, endCall, newCall, ringAt } from './call.ts'

const call = newCall({ id: 'c-1', direction: 'in', phone: '+15550100', externalPhone: '+15559000', startedAt: 0 })
const url = 'https://pbx.test/c-1'
const short = ({ messages }: Change) =>
  messages.map((one) =>
    'event' in one
      ? [one.event.type, one.event.codes?.join(' '), one.event.hangupStatus].filter(Boolean).join(' ')
      : 'record' in one
        ? `record ${one.record.code} ${one.record.result} ${one.record.duration}s after ${one.record.durationWaiting}s`
        : 'status',
  )

it('[D-85] a ring that adds nobody is not reported: repeated with one extension it would mean an answer', () => {
  const first = ringAt(call, ['101'], 1)
  expect(short(first)).toEqual(['in 101'])
  expect(short(ringAt(first.state, ['101'], 2))).toEqual([])
  const more = ringAt(first.state, ['101', '102'], 3)
  expect([short(more), more.state.cards]).toEqual([['in 101 102'], ['101', '102']])
  expect(short(ringAt(more.state, ['102'], 4))).toEqual([])
  const moved = ringAt(more.state, ['103'], 5)
  expect([short(moved), moved.state.cards]).toEqual([['in 103'], ['103']])
})

it('an answered call ends as answered, once, with its durations', () => {
  const answered = answerBy(ringAt(call, ['101', '102'], 0).state, '102', 4_000)
  expect(short(answered)).toEqual(['answer 102'])
  const ended = endCall({ ...answered.state, recorded: true }, 'failed', 10_000, url)
  expect(short(ended)).toEqual(['hangup 102 answered', 'record 102 answered 6s after 4s'])
  expect(ended.messages.at(-1)).toMatchObject({ record: { recordUrl: url, externalPhone: '+15559000' }, startedAt: 0 })
  expect(endCall(ended.state, 'busy', 11_000, url)).toEqual({ state: ended.state, messages: [] })
})

it('a transfer keeps the time of the first answer', () => {
  const first = answerBy(call, '101', 1_000)
  const second = answerBy(ringAt(first.state, ['103'], 5_000).state, '103', 6_000)
  expect(second.state).toMatchObject({ answeredAt: 1_000, answeredBy: '103' })
})

it.each([
  ['no answered', 'no answer'],
  ['busy', 'busy'],
  ['cancel', 'no answer'],
  ['failed', 'failed'],
] as const)('%s is uploaded as %s, without a recording', (status, result) => {
  const ended = endCall(ringAt(call, ['101'], 0).state, status, 3_000, url)
  expect(short(ended)).toEqual([`hangup 101 ${status}`, `record 101 ${result} 0s after 3s`])
  expect(ended.messages.at(-1)).not.toHaveProperty('record.recordUrl')
})
