import { expect, it } from 'vitest'
import { codesAt, decideRing, isQueue, nextStep, refusalOf } from './plan.ts'

const plan = { manager: '102', group: ['101', '102'], overflow: ['103'] }
const everybody = () => true
const none = new Set<string>()

it('the responsible manager rings alone, then the group with them, then the overflow too', () => {
  expect([0, 1, 2, 3].map((step) => codesAt(plan, step).join(' '))).toEqual([
    '102',
    '102 101',
    '102 101 103',
    '102 101 103',
  ])
})

it('without a manager, or with one who is away, the group rings at once', () => {
  expect(decideRing({ ...plan, manager: undefined }, 0, everybody, none)).toEqual({ step: 1, codes: ['101', '102'] })
  expect(decideRing(plan, 0, (code) => code !== '102', none)).toEqual({ step: 1, codes: ['101'] })
})

it('who declined does not ring again', () => {
  expect(decideRing(plan, 0, everybody, new Set(['102', '101']))).toEqual({ step: 2, codes: ['103'] })
})

it('when nobody is free the call waits, and rings the first who becomes free', () => {
  const waiting = decideRing(plan, 0, () => false, none)
  expect([isQueue(waiting.step), waiting.codes]).toEqual([true, []])
  expect(decideRing(plan, waiting.step, (code) => code === '103', none).codes).toEqual(['103'])
})

it('a step that rings nobody else is left out', () => {
  expect(nextStep({ ...plan, group: ['102'], overflow: [] }, 0, everybody, none).step).toBe(3)
  expect(nextStep(plan, 0, everybody, none)).toEqual({ step: 1, codes: ['102', '101'] })
})

it('busy is what a caller gets whom everybody declined', () => {
  expect(refusalOf({ rang: 2, declined: 2 })).toBe('busy')
  expect(refusalOf({ rang: 2, declined: 1 })).toBe('no answered')
  expect(refusalOf({ rang: 0, declined: 0 })).toBe('no answered')
})
