import { expect, it } from 'vitest'
import { contactOf, isFresh, resultOf, timeToLive } from './rules.ts'

const later = (seconds: number) => [new Date(0), new Date(seconds * 1_000)] as const

it('isFresh: a ringing call for less than a minute, everything else for a quarter of an hour', () => {
  expect(isFresh('call', ...later(44))).toBe(true)
  expect(isFresh('call', ...later(45))).toBe(false)
  expect(isFresh('missed-call', ...later(45))).toBe(true)
  expect(isFresh('message', ...later(899))).toBe(true)
  expect(isFresh('message', ...later(900))).toBe(false)
})

it('timeToLive: a phone that was off does not ring for a call of long ago', () => {
  expect(timeToLive('call')).toBe(45)
  expect(timeToLive('task-due')).toBe(43_200)
})

it.for([
  [201, 'sent'],
  [204, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'retry'],
  [500, 'retry'],
  [503, 'retry'],
  [301, 'rejected'],
  [400, 'rejected'],
  [413, 'rejected'],
] as const)('resultOf: %d is %s', ([status, result]) => {
  expect(resultOf(status)).toBe(result)
})

it('contactOf: the URL of the account, or an address at its host', () => {
  expect(contactOf('https://fern.example/crm')).toBe('https://fern.example')
  expect(contactOf('http://127.0.0.1:8080')).toBe('mailto:postmaster@127.0.0.1')
})
