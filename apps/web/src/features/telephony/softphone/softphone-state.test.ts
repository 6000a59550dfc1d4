import type { SoftphoneMessage } from '@patchbay/contract/telephony/softphone'
import { describe, expect, it } from 'vitest'
import { afterMessage, CONNECTING, callOfCard, can, type SoftphoneState } from './softphone-state.ts'

const CALL = {
  id: 'a',
  callExternalId: 'c-1',
  phone: '+1 555 0100',
  direction: 'in',
  muted: false,
  held: false,
} as const
const after = (...messages: SoftphoneMessage[]): SoftphoneState => messages.reduce(afterMessage, CONNECTING)
const READY: SoftphoneMessage = { type: 'ready', version: 1, capabilities: ['answer', 'fly', 'hold'] }

describe('afterMessage', () => {
  it('[D-120] knows what the page can do, and ignores what it does not know itself', () => {
    const state = after(READY, { type: 'registered' })
    expect(state).toEqual({ status: 'registered', capabilities: ['answer', 'hold'], calls: [] })
    expect(can(state, 'hold')).toBe(true)
    expect(can(state, 'mute')).toBe(false)
  })

  it('[D-120] follows each call until it ends', () => {
    const second = { ...CALL, id: 'b', callExternalId: 'c-2' }
    const state = after(
      READY,
      { type: 'incoming', ...CALL },
      { type: 'incoming', ...second },
      { type: 'talking', ...CALL, muted: true },
    )
    expect(state.calls).toEqual([
      { ...CALL, muted: true, state: 'talking' },
      { ...second, state: 'incoming' },
    ])
    expect(afterMessage(state, { type: 'ended', ...CALL }).calls.map(({ id }) => id)).toEqual(['b'])
    expect(afterMessage(state, READY).calls, 'the page was reloaded').toEqual([])
  })

  it('[D-120] keeps calls while the registration is lost, and says why', () => {
    const state = after(READY, { type: 'talking', ...CALL }, { type: 'unregistered', reason: 'offline' })
    expect(state).toMatchObject({ status: 'unregistered', problem: 'offline', calls: [{ id: 'a' }] })
    expect(afterMessage(state, { type: 'registered' }).problem).toBeUndefined()
    expect(after(READY, { type: 'needs-permission' }).status).toBe('needs-permission')
    expect(after(READY, { type: 'error', code: 'no-microphone' })).toMatchObject({ problem: 'no-microphone' })
  })

  it('[D-120] does not use a page of a version that it does not speak', () => {
    expect(after({ type: 'ready', version: 2, capabilities: ['answer'] })).toMatchObject({
      status: 'failed',
      problem: 'unknown-version',
      capabilities: [],
    })
  })
})

describe('callOfCard', () => {
  const { callExternalId: _known, ...nameless } = CALL
  const card = { externalId: 'c-1', phone: '+15550100', direction: 'in' } as const

  it('[D-120] finds the call by the exchange’s id', () => {
    expect(callOfCard(after({ type: 'incoming', ...CALL }), { ...card, phone: 'hidden' })?.id).toBe('a')
    expect(callOfCard(after({ type: 'incoming', ...CALL }), { ...card, externalId: 'c-9' })).toBeUndefined()
  })

  it('[D-120] finds it by number and direction where the softphone knows no id', () => {
    const state = after({ type: 'incoming', ...nameless })
    expect(callOfCard(state, card)?.id).toBe('a')
    expect(callOfCard(state, { ...card, direction: 'out' })).toBeUndefined()
    expect(callOfCard(state, { ...card, phone: '+15550199' })).toBeUndefined()
    expect(callOfCard(after({ type: 'incoming', ...nameless, phone: 'anonymous' }), { ...card, phone: 'x' })).toBe(
      undefined,
    )
  })
})
