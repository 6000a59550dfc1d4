import { describe, expect, it } from 'vitest'
import {
  encodeSoftphoneMessage,
  SOFTPHONE_PROTOCOL as protocol,
  readSoftphoneMessage,
  readWorkspaceMessage,
} from './softphone.ts'

const CALL = {
  id: 'a1',
  callExternalId: 'c-1',
  phone: '+15550100',
  direction: 'in',
  muted: false,
  held: false,
} as const

describe('readSoftphoneMessage', () => {
  it.each([
    { type: 'ready', version: 1, capabilities: ['answer', 'something of a later version'] },
    { type: 'registered' },
    { type: 'unregistered', reason: 'The connection was lost' },
    { type: 'unregistered' },
    { type: 'incoming', ...CALL },
    { type: 'talking', id: 'a1', phone: '+15550100', direction: 'out', muted: true, held: true },
    { type: 'ended', ...CALL },
    { type: 'needs-permission' },
    { type: 'error', code: 'no-microphone' },
  ] as const)('[D-120] reads $type', (message) => {
    expect(readSoftphoneMessage(encodeSoftphoneMessage(message as never))).toEqual(message)
  })

  it.each([
    undefined,
    null,
    'ready',
    { type: 'registered' },
    { protocol: 'other', type: 'registered' },
    { protocol, type: 'toString' },
    { protocol, type: 'dial', phone: '+15550100' },
    { protocol, type: 'ready', version: '1', capabilities: [] },
    { protocol, type: 'ready', version: 1, capabilities: 'answer' },
    { protocol, type: 'talking', ...CALL, muted: 'no' },
    { protocol, type: 'talking', ...CALL, direction: 'sideways' },
    { protocol, type: 'incoming', ...CALL, phone: '1'.repeat(65) },
    { protocol, type: 'error', code: '' },
  ])('[D-120] ignores %j', (data) => {
    expect(readSoftphoneMessage(data)).toBeUndefined()
  })

  it('[D-120] drops members that it does not know', () => {
    expect(readSoftphoneMessage({ protocol, type: 'registered', html: '<b>' })).toEqual({ type: 'registered' })
  })
})

describe('readWorkspaceMessage', () => {
  it.each([
    { type: 'hello', version: 1, locale: 'en', theme: 'dark' },
    { type: 'dial', phone: '+15550100' },
    { type: 'answer', id: 'a1' },
    { type: 'hang-up', id: 'a1' },
    { type: 'mute', id: 'a1', on: true },
    { type: 'hold', id: 'a1', on: false },
    { type: 'keys', id: 'a1', digits: '12#' },
    { type: 'transfer', id: 'a1', code: '102' },
    { type: 'pick-up', callExternalId: 'c-1' },
    { type: 'choose-device' },
  ] as const)('[D-120] reads $type', (message) => {
    expect(readWorkspaceMessage(encodeSoftphoneMessage(message))).toEqual(message)
  })

  it.each([
    { protocol, type: 'hello', version: 1, locale: 'en', theme: 'sepia' },
    { protocol, type: 'mute', id: 'a1' },
    { protocol, type: 'dial' },
    { protocol, type: 'registered' },
  ])('[D-120] ignores %j', (data) => {
    expect(readWorkspaceMessage(data)).toBeUndefined()
  })
})
