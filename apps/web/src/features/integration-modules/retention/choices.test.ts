import { expect, it } from 'vitest'
import { choiceOf, choicesFor, daysOf } from './choices.ts'

const WORDS = { forever: 'for ever', days: (days: number) => `${days} d`, years: (years: number) => `${years} y` }
const labels = (...args: [kind: Parameters<typeof choicesFor>[0], current: number | null]) =>
  choicesFor(...args, WORDS).map(({ label }) => label)

it('[D-144] offers nothing below the least of a kind', () => {
  expect(labels('action-log', 730)).toEqual(['1 y', '2 y', '3 y', '5 y', '10 y', 'for ever'])
  expect(labels('traffic', 30)[0]).toBe('1 d')
})

it('[D-144] offers the value that was set on the command line', () => {
  expect(labels('calls', 45)).toEqual(['30 d', '45 d', '90 d', '180 d', '1 y', '2 y', '3 y', '5 y', '10 y', 'for ever'])
})

it('reads its own choices', () => {
  for (const days of [30, 730, null]) expect(daysOf(choiceOf(days))).toBe(days)
})
