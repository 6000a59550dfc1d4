import { describe, expect, it } from 'vitest'
import type { Module } from '../../platform/modules/store.ts'
import type { Answered } from '../../platform/traffic/verdict-rules.ts'
import { reasonOf, softphoneLink, softphoneOrigins, softphoneUrlOf, softphoneVerdict } from './rules.ts'

const exchange = (telephony: object, change: object = {}) =>
  ({ active: true, frozen: false, removed: false, integrations: { telephony }, ...change }) as Module
const PBX = exchange({ softphoneUrl: 'https://pbx.test/softphone', personalAccountUrl: 'https://phone.pbx.test/me' })
const WORKSPACE = ['https://crm.test']

const answered = (body: unknown, status = 200): Answered => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  truncated: false,
})

describe('softphoneUrlOf', () => {
  it('[D-120] is that of an enabled exchange, and undefined for one that is off or has none', () => {
    expect(softphoneUrlOf(PBX)).toBe('https://pbx.test/softphone')
    const telephony = PBX.integrations.telephony ?? {}
    for (const change of [{ active: false }, { frozen: true }, { removed: true }])
      expect(softphoneUrlOf(exchange(telephony, change))).toBeUndefined()
    expect(softphoneUrlOf(exchange({}))).toBeUndefined()
    expect(softphoneUrlOf(exchange({ softphoneUrl: '' }))).toBeUndefined()
  })
})

describe('softphoneOrigins', () => {
  it('[D-120] are the registered ones that browsers trust with a microphone', () => {
    expect(softphoneOrigins(PBX)).toEqual(['https://pbx.test', 'https://phone.pbx.test'])
    expect(softphoneOrigins(exchange({ softphoneUrl: 'http://127.0.0.1:4300/s' }))).toEqual(['http://127.0.0.1:4300'])
    expect(softphoneOrigins(exchange({ softphoneUrl: 'http://pbx.test/s' }))).toEqual([])
    expect(softphoneOrigins(exchange({ softphoneUrl: 'http://127.0.0.1.pbx.test/s' }))).toEqual([])
    expect(softphoneOrigins(exchange({ personalAccountUrl: 'https://pbx.test' }))).toEqual([])
  })
})

describe('softphoneLink', () => {
  const linkIn = (body: unknown, status?: number) => softphoneLink(answered(body, status), PBX, WORKSPACE)

  it('[D-120] accepts a link at a registered origin', () => {
    expect(linkIn({ url: 'https://phone.pbx.test/softphone#token=t' })).toBe('https://phone.pbx.test/softphone#token=t')
  })

  it.each([
    [{ url: 'https://other.test/softphone' }],
    [{ url: 'http://pbx.test/softphone' }],
    [{ url: '/softphone' }],
    [{ url: 'javascript:alert(1)' }],
    [{ url: 7 }],
    [{}],
    ['<html>'],
    [''],
    [{ url: `https://pbx.test/${'x'.repeat(2_100)}` }],
  ])('[D-120] refuses %j', (body) => {
    expect(linkIn(body)).toBeUndefined()
  })

  it('[D-120] refuses the origin of the workspace, where a frame could leave its sandbox, and any status but 200', () => {
    const own = exchange({ softphoneUrl: 'https://crm.test/softphone' })
    expect(softphoneLink(answered({ url: 'https://crm.test/softphone' }), own, WORKSPACE)).toBeUndefined()
    expect(linkIn({ url: 'https://pbx.test/softphone' }, 201)).toBeUndefined()
  })
})

describe('softphoneVerdict and reasonOf', () => {
  const verdict = softphoneVerdict(PBX, WORKSPACE)

  it('[D-98][D-120] say what was wrong, without what follows # in a link', () => {
    expect(verdict(answered({ url: 'https://pbx.test/s#token=t' }))).toEqual({ code: 'accepted', status: 200 })
    expect(verdict(answered({ url: 'https://other.test/s#token=t' }))).toEqual({
      code: 'not-understood',
      status: 200,
      why: 'softphone-link',
      value: 'https://other.test/s',
    })
    expect(verdict(answered('<html>'))).toMatchObject({ why: 'html' })
    expect(verdict(answered({ errorMsg: 'No phone 101' }, 422))).toMatchObject({
      code: 'refused',
      message: 'No phone 101',
    })
    expect(verdict(answered('no', 500))).toMatchObject({ why: 'http-status' })
    expect(reasonOf(answered({ errorMsg: 'No phone 101' }, 422))).toBe('the exchange answered 422: No phone 101')
    expect(reasonOf(answered('', 500))).toBe('the exchange answered 500')
    expect(reasonOf(answered({ url: 'x' }))).toBe('the exchange answered without a link that can be shown here')
  })
})
