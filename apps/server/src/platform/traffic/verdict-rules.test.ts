import { expect, it } from 'vitest'
import {
  type Answered,
  isGood,
  messageIn,
  notUnderstood,
  readJsonAnswer,
  refused,
  verdictByStatus,
  verdictBySuccess,
} from './verdict-rules.ts'

const answer = (body: string, status = 200, truncated = false): Answered => ({ status, headers: {}, body, truncated })

it('[D-98] says what an answer is that is not JSON', () => {
  const why = (body: string, truncated = false) => readJsonAnswer(answer(body, 200, truncated)).unreadable
  expect([why(''), why(' \n'), why('<!doctype html>'), why('OK'), why('{"a":', true)]).toEqual([
    'empty',
    'empty',
    'html',
    'not-json',
    'too-long',
  ])
  expect(readJsonAnswer(answer('{"success":true}'))).toEqual({ json: { success: true } })
})

it('[D-98] finds the message of an error under the names that modules use', () => {
  expect(messageIn({ errorMsg: '', message: 'shop closed' })).toBe('shop closed')
  expect(messageIn({ error: { code: 1 } })).toBeUndefined()
  expect([messageIn(null), messageIn('x'), messageIn(undefined)]).toEqual([undefined, undefined, undefined])
})

it('[D-98] judges by the status, and an error by its message', () => {
  expect(verdictByStatus(answer('<html>', 204))).toEqual({ code: 'answered', status: 204 })
  expect(verdictByStatus(answer('', 500))).toEqual({ code: 'answered', status: 500 })
  expect(verdictByStatus(answer('{"errorMsg":"no"}', 400))).toEqual(refused(400, 'no'))
})

it('[D-98] judges by success where it is required', () => {
  expect(verdictBySuccess(answer('{"success":true}'))).toEqual({ code: 'accepted', status: 200 })
  expect(verdictBySuccess(answer('{"success":true}', 500))).toEqual(notUnderstood(500, 'http-status'))
  expect(verdictBySuccess(answer('{"success":false,"errorMsg":"no"}'))).toEqual(refused(200, 'no'))
  expect(verdictBySuccess(answer('{"success":false}'))).toEqual(notUnderstood(200, 'no-reason'))
  expect(verdictBySuccess(answer('null'))).toEqual(notUnderstood(200, 'no-success'))
  expect(verdictBySuccess(answer('<p>'))).toEqual(notUnderstood(200, 'html'))
})

it('[D-98] is good only if the request got what it was for', () => {
  expect(isGood({ code: 'accepted', status: 200 })).toBe(true)
  expect(isGood({ code: 'answered', status: 204 })).toBe(true)
  expect(isGood({ code: 'answered', status: 302 })).toBe(false)
  expect(isGood(notUnderstood(200, 'html'))).toBe(false)
  expect(isGood({ code: 'timeout', seconds: 5 })).toBe(false)
})

it('[D-98] keeps what the answer said in that place, shortened', () => {
  expect(notUnderstood(200, 'relative-link', 'x'.repeat(900))).toMatchObject({ value: 'x'.repeat(500) })
  expect(notUnderstood(200, 'no-link', '')).toEqual({ code: 'not-understood', status: 200, why: 'no-link' })
})
