import type { ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'
import { describe, expect, it } from 'vitest'
import type { Module } from '../../platform/modules/store.ts'
import { addressesOf, canReceiveAgain, decideKey, makesSecrets, namedAddresses, readsSecrets } from './rules.ts'

it('[D-82] only a key of the module reads its secrets', () => {
  const read = (...modules: string[]) => readsSecrets({ modules, replaced: false }, 'pbx')
  expect([read('pbx'), read('bank', 'pbx'), read('bank'), read()]).toEqual([true, true, false, false])
})

it('[D-162] a key that was replaced reads no secrets', () => {
  expect(readsSecrets({ modules: ['pbx'], replaced: true }, 'pbx')).toBe(false)
})

it('[D-162] a registration makes secrets when its signing secret is new or it asks for a token', () => {
  const asks = (refreshToken: boolean) => ({ integrations: { mgTransport: { refreshToken } } })
  expect([makesSecrets({}, true), makesSecrets(asks(true), false)]).toEqual([true, true])
  expect([makesSecrets({}, false), makesSecrets(asks(false), false)]).toEqual([false, false])
})

describe('canReceiveAgain', () => {
  const module = { active: true, integrations: { mgTransport: { webhookUrl: 'https://chat.test/hook' } } } as Module
  const moved = { mgTransport: { webhookUrl: 'https://chat.test/new' } }

  it('[D-69] pending webhooks are sent when a transport is switched on or has another address', () => {
    expect(canReceiveAgain(module, { ...module, name: 'Renamed' })).toBe(false)
    expect(canReceiveAgain({ ...module, active: false }, module)).toBe(true)
    expect(canReceiveAgain(module, { ...module, integrations: moved })).toBe(true)
  })
})

describe('addressesOf', () => {
  it('[D-10] lists every address that a registration can change, for the action log', () => {
    const telephony = {
      makeCallUrl: 'https://pbx.test/call',
      changeUserStatusUrl: 'https://pbx.test/status',
      softphoneUrl: 'https://pbx.test/softphone',
    }
    const integrations = { telephony, mgTransport: { webhookUrl: 'https://pbx.test/hook' } }
    expect(addressesOf({ baseUrl: 'https://pbx.test', integrations } as ModuleSettings)).toEqual({
      baseUrl: 'https://pbx.test',
      makeCallUrl: 'https://pbx.test/call',
      changeUserStatusUrl: 'https://pbx.test/status',
      softphoneUrl: 'https://pbx.test/softphone',
      webhookUrl: 'https://pbx.test/hook',
    })
    expect(Object.values(addressesOf(undefined)).every((address) => address === undefined)).toBe(true)
  })
})

describe('decideKey', () => {
  const module = { baseUrl: 'https://pbx.test:8443/x', integrations: {}, removed: false } as Module
  const removed = { ...module, removed: true }
  const key = {
    modules: [] as string[],
    severalModules: false,
    connectedHost: null as string | null,
    replaced: false,
  }
  const cases: [string, Partial<typeof key>, Module | undefined, boolean, ReturnType<typeof decideKey>][] = [
    ['a new module', {}, undefined, false, { ok: true, binds: true }],
    ['its own module', { modules: ['pbx'] }, module, false, { ok: true, binds: false }],
    ['its own module, which has another key too', { modules: ['pbx'] }, module, true, { ok: true, binds: false }],
    ['a second module', { modules: ['bank'] }, undefined, false, { ok: false, because: 'key_of_other_module' }],
    ['one of its several', { modules: ['bank'], severalModules: true }, undefined, false, { ok: true, binds: true }],
    ['a module of another key', {}, module, true, { ok: false, because: 'module_of_other_key' }],
    [
      'a module of another key, with several allowed',
      { modules: ['bank'], severalModules: true },
      module,
      true,
      { ok: false, because: 'module_of_other_key' },
    ],
    ['a code that a key was made for', {}, undefined, true, { ok: false, because: 'module_of_other_key' }],
    ['a module without a key', {}, module, false, { ok: true, binds: true }],
    ['a module that a user deleted', {}, removed, true, { ok: true, binds: true }],
    [
      'a module at the host it was sent to',
      { connectedHost: 'pbx.test:8443' },
      module,
      true,
      { ok: true, binds: true },
    ],
    [
      'a module at another host',
      { connectedHost: 'evil.test' },
      module,
      true,
      { ok: false, because: 'module_of_other_key' },
    ],
  ]
  const replaced: [string, Partial<typeof key>, Module | undefined, boolean, ReturnType<typeof decideKey>][] = [
    ['its own module', { modules: ['pbx'] }, module, true, { ok: true, binds: false }],
    ['a new module', {}, undefined, false, { ok: false, because: 'key_replaced' }],
    ['a module without a key', {}, module, false, { ok: false, because: 'key_replaced' }],
    [
      'one of its several',
      { modules: ['bank'], severalModules: true },
      undefined,
      false,
      { ok: false, because: 'key_replaced' },
    ],
    [
      'a module at the host it was sent to',
      { connectedHost: 'pbx.test:8443' },
      module,
      true,
      { ok: false, because: 'key_replaced' },
    ],
  ]
  it.each(replaced)('[D-162] a key that was replaced registers %s', (_what, own, known, hasOther, decision) => {
    expect(decideKey({ ...key, ...own, replaced: true }, 'pbx', known, hasOther)).toEqual(decision)
  })

  it.each(cases)('[D-81][D-83] a key registers %s', (_what, own, known, hasOther, decision) => {
    expect(decideKey({ ...key, ...own }, 'pbx', known, hasOther)).toEqual(decision)
  })
})

it('names the addresses that the system will call as their author wrote them', () => {
  const integrations = { mgTransport: { webhookUrl: 'https://pbx.test/hook' } }
  expect(JSON.parse(JSON.stringify(namedAddresses({ baseUrl: 'https://pbx.test', integrations })))).toEqual({
    baseUrl: 'https://pbx.test',
    'integrations.mgTransport.webhookUrl': 'https://pbx.test/hook',
  })
})
