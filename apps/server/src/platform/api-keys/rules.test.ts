import { hash } from 'node:crypto'
import { SCOPES } from '@patchbay/contract/base/scopes'
import { describe, expect, it } from 'vitest'
import {
  actsForEveryModule,
  canCallYet,
  canUseModule,
  formatKey,
  isReplaced,
  moduleOfKey,
  parseKey,
  scopesNotGranted,
} from './rules.ts'

describe('scopesNotGranted', () => {
  it('[D-14] names the scopes that were never granted', () => {
    expect(scopesNotGranted(['order_read', 'payments_write'], ['order_read'])).toEqual(['payments_write'])
  })

  it('[D-14] a module may ask for fewer scopes than were granted, and for none', () => {
    expect(scopesNotGranted(['order_read'], ['order_read', 'order_write'])).toEqual([])
    expect(scopesNotGranted([], ['order_read'])).toEqual([])
    expect(scopesNotGranted(['order_write', 'order_read'], [])).toEqual(['order_write', 'order_read'])
  })
})

describe('formatKey', () => {
  it('[D-01] a key is pb_, its id, its secret and six digits of their SHA-256, by which scanners recognise it', () => {
    const secret = 'aZ09_-'.repeat(7).concat('x')
    const sum = hash('sha256', `abcd1234_${secret}`, 'hex').slice(0, 6)
    expect(formatKey('abcd1234', secret)).toBe(`pb_abcd1234_${secret}${sum}`)
    expect(formatKey('abcd1234', secret)).toHaveLength(61)
  })
})

describe('parseKey', () => {
  const secret = 'A'.repeat(43)

  it('[D-01] reads back the key it wrote, short enough for the columns of public modules', () => {
    const text = formatKey('abcd1234', secret)
    expect(parseKey(text)).toEqual({ id: 'abcd1234', secret })
    expect(text.length).toBeLessThanOrEqual(100)
  })

  it('[D-01] rejects a mistyped key by its checksum, and what is not a key', () => {
    const text = formatKey('abcd1234', secret)
    for (const wrong of [
      text.slice(0, -1),
      `${text}0`,
      text.replace('A', 'B'),
      text.replace('abcd', 'abce'),
      '',
      'apiKey',
      `pb__${secret}`,
    ]) {
      expect(parseKey(wrong), wrong).toBeUndefined()
    }
  })

  it('[D-01] reads every character that a secret may have, and rejects another format with a valid checksum', () => {
    const letters = 'aZ09_-'.repeat(7).concat('x')
    expect(parseKey(formatKey('abcd1234', letters))).toEqual({ id: 'abcd1234', secret: letters })
    for (const [id, other] of [
      ['abcd123', secret],
      ['abcd12345', secret],
      ['ABCD1234', secret],
      ['abcd1234', secret.slice(1)],
      ['abcd1234', `${secret}A`],
      ['abcd1234', `${secret.slice(1)}!`],
    ] as const) {
      expect(parseKey(formatKey(id, other)), `${id} ${other}`).toBeUndefined()
    }
  })

  it('[D-01] rejects a key with anything before or after it', () => {
    const text = formatKey('abcd1234', secret)
    for (const wrong of [` ${text}`, `${text} `, `x${text}`, `${text}\n`, text.toUpperCase()]) {
      expect(parseKey(wrong), JSON.stringify(wrong)).toBeUndefined()
    }
  })
})

describe('canUseModule', () => {
  it.for<[string[], boolean, string, boolean]>([
    [[], true, 'pbx', true],
    [[], false, 'pbx', false],
    [['pbx'], false, 'pbx', true],
    [['bank', 'pbx'], false, 'pbx', true],
    [['bank'], false, 'pbx', false],
  ])(
    '[D-81][D-161] a key of %j (every module: %s) may use what belongs to %s: %s',
    ([modules, everyModule, code, expected]) => {
      expect(canUseModule({ modules, everyModule }, code)).toBe(expected)
    },
  )
})

describe('actsForEveryModule', () => {
  it.for<[string[], boolean, boolean]>([
    [[], false, true],
    [[], true, false],
    [['pbx'], false, false],
    [['pbx'], true, false],
  ])('[D-161] a key of %j, made for a module: %s, acts for all of them: %s', ([modules, forModule, expected]) => {
    expect(actsForEveryModule({ modules, forModule })).toBe(expected)
  })
})

describe('isReplaced', () => {
  it('[D-162] a key that has an end was replaced', () => {
    expect([isReplaced({ expiresAt: null }), isReplaced({ expiresAt: new Date(0) })]).toEqual([false, true])
  })
})

describe('canCallYet', () => {
  it('[D-161] a key whose module has not registered may register it and read what that needs', () => {
    const waiting = { modules: [], everyModule: false }
    const open = ([null, ...SCOPES] as const).filter((scope) => canCallYet(waiting, { scope }))
    expect(open).toEqual([null, 'integration_read', 'integration_write', 'reference_read', 'user_read'])
  })

  it('[D-161] it may also call what an endpoint opens to it', () => {
    const scope = 'telephony_read'
    const waiting = { modules: [], everyModule: false }
    expect([canCallYet(waiting, { scope }), canCallYet(waiting, { scope, beforeRegistration: true })]).toEqual([
      false,
      true,
    ])
  })

  it.for([
    { modules: ['pbx'], everyModule: false },
    { modules: [], everyModule: true },
  ])('[D-161] any other key may call what its scopes allow: %j', (key) => {
    expect(SCOPES.every((scope) => canCallYet(key, { scope }))).toBe(true)
  })
})

describe('moduleOfKey', () => {
  it.for<[string[], string | undefined]>([
    [['pbx'], 'pbx'],
    [['pbx', 'sip'], undefined],
    [[], undefined],
  ])('[D-23] a key of %j names the module %s', ([modules, expected]) => {
    expect(moduleOfKey({ modules })).toBe(expected)
  })
})
