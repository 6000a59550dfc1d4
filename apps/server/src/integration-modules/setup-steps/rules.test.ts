import { describe, expect, it } from 'vitest'
import { type SetupFacts, setupStepsFor } from './rules.ts'

const NOTHING: SetupFacts = {
  modules: { telephony: null, payments: null, chats: null },
  keys: { telephony: false, payments: false, chats: false },
  done: {
    extensions: false,
    'external-numbers': false,
    'first-call': false,
    'payment-shops': false,
    'payment-type': false,
    'first-invoice': false,
    'first-payment': false,
    channel: false,
    'first-message': false,
  },
}
const EVERYTHING: SetupFacts = {
  modules: { telephony: 'phones', payments: 'bank', chats: 'webchat' },
  keys: { telephony: true, payments: true, chats: true },
  done: Object.fromEntries(Object.keys(NOTHING.done).map((code) => [code, true])) as SetupFacts['done'],
}
const doneCodes = (facts: SetupFacts, role: 'admin' | 'manager' = 'admin') =>
  setupStepsFor(role, facts)
    .filter(({ done }) => done)
    .map(({ code }) => code)

describe('administrators', () => {
  it('see all steps of a new account, in the order of the specification', () => {
    const steps = setupStepsFor('admin', NOTHING)
    expect(steps.map(({ code }) => code)).toEqual([
      'telephony-key',
      'telephony-module',
      'extensions',
      'external-numbers',
      'first-call',
      'payment-key',
      'payment-module',
      'payment-shops',
      'payment-type',
      'first-invoice',
      'first-payment',
      'transport-key',
      'transport-module',
      'channel',
      'first-message',
    ])
    expect(steps.some(({ done }) => done)).toBe(false)
  })

  it('see a key and a module checked off, each in its own area; a module implies its key', () => {
    expect(doneCodes({ ...NOTHING, keys: { ...NOTHING.keys, payments: true } })).toEqual(['payment-key'])
    const connected = { ...NOTHING, modules: { ...NOTHING.modules, telephony: 'phones' } }
    expect(doneCodes(connected)).toEqual(['telephony-key', 'telephony-module'])
  })

  it('are led to the page of the module for what is set there', () => {
    const steps = setupStepsFor('admin', { ...NOTHING, modules: { ...NOTHING.modules, telephony: 'phones' } })
    const linked = steps.filter(({ moduleCode }) => moduleCode === 'phones').map(({ code }) => code)
    expect(linked).toEqual(['extensions', 'external-numbers'])
  })

  it('see the whole list until the last step is done, and then none', () => {
    const almost = { ...EVERYTHING, done: { ...EVERYTHING.done, 'first-message': false } }
    expect(setupStepsFor('admin', almost)).toHaveLength(15)
    expect(setupStepsFor('admin', EVERYTHING)).toEqual([])
  })
})

describe('managers', () => {
  it('see nothing before an area is set up', () => expect(setupStepsFor('manager', NOTHING)).toEqual([]))

  it('see what they can do in the areas that are set up', () => {
    const done = { ...NOTHING.done, 'payment-shops': true, 'payment-type': true, 'first-invoice': true }
    const facts = { ...NOTHING, modules: { ...NOTHING.modules, payments: 'bank' }, done }
    expect(setupStepsFor('manager', facts)).toEqual([
      { code: 'first-invoice', area: 'payments', done: true },
      { code: 'first-payment', area: 'payments', done: false },
    ])
    expect(setupStepsFor('team-lead', facts)).toHaveLength(2)
  })

  it('see nothing once it is done', () => expect(setupStepsFor('manager', EVERYTHING)).toEqual([]))

  it('who may only read see nothing at all', () => expect(setupStepsFor('read-only', NOTHING)).toEqual([]))
})
