import { expect, it } from 'vitest'
import { decideAfterError } from './lane-errors.ts'

it('backs off, at most for an hour, and gives up after ten errors', () => {
  const delays = Array.from({ length: 10 }, (_, errors) => decideAfterError(errors, new Error('x')).retryInSeconds)
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, undefined])
})

it('names an error by its code, else by its class', () => {
  expect(decideAfterError(0, Object.assign(new Error('x'), { code: '22P05' })).code).toBe('22P05')
  expect(decideAfterError(0, new TypeError('x')).code).toBe('TypeError')
  expect(decideAfterError(0, 'x').code).toBe('Error')
})
