import type { KeptIntegrations } from '@patchbay/contract/integration-modules/registration-rules'
import { splitUnknown, whyCodesRefused } from '@patchbay/contract/integration-modules/registration-rules'
import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import { describe, expect, it } from 'vitest'
import { decideTelephonyEdit } from './rules.ts'

describe('splitUnknown', () => {
  const telephony: TelephonySettings = {
    makeCallUrl: 'https://pbx.test/call',
    allowEdit: true,
    inputEventSupported: true,
    outputEventSupported: false,
    hangupEventSupported: true,
    additionalCodes: [
      { userId: '1', code: '101' },
      { userId: '77', code: '102' },
    ],
    externalPhones: [
      { siteCode: 'north', externalPhone: '+491' },
      { siteCode: 'gone', externalPhone: '+492' },
    ],
  }

  it('[D-10] stores the users and shops that exist and reports the others', () => {
    const integrations: KeptIntegrations = { telephony, mgBot: { kept: true } }
    expect(splitUnknown(integrations, new Set([1, 2]), ['north', 'south'])).toEqual({
      integrations: {
        mgBot: { kept: true },
        telephony: {
          ...telephony,
          additionalCodes: [{ userId: '1', code: '101' }],
          externalPhones: [{ siteCode: 'north', externalPhone: '+491' }],
        },
      },
      notExistUsersIds: [77],
      notExistSiteCodes: ['gone'],
    })
  })

  it('[D-10] reports nothing when all of them exist', () => {
    expect(splitUnknown({ telephony }, new Set([1, 77]), ['north', 'gone'])).toEqual({
      integrations: { telephony },
      notExistUsersIds: [],
      notExistSiteCodes: [],
    })
  })

  it('[D-10] leaves a module without telephony alone', () => {
    expect(splitUnknown({ embedJs: 1 }, new Set(), [])).toStrictEqual({
      integrations: { embedJs: 1 },
      notExistUsersIds: [],
      notExistSiteCodes: [],
    })
  })
})

describe('decideTelephonyEdit', () => {
  const before: TelephonySettings = {
    makeCallUrl: 'https://pbx.test/call',
    allowEdit: true,
    inputEventSupported: true,
    outputEventSupported: true,
    hangupEventSupported: true,
    additionalCodes: [{ userId: '9', code: '109' }],
    externalPhones: [{ siteCode: 'south', externalPhone: '+499' }],
  }
  type MappingsEdit = Parameters<typeof decideTelephonyEdit>[1]
  const decide = (edit: Partial<MappingsEdit>) =>
    decideTelephonyEdit(before, { additionalCodes: [], externalPhones: [], ...edit }, new Set([1, 2]), ['north'])

  it('[T-03][T-04] the two lists replace the old ones and leave the other settings unchanged', () => {
    const externalPhones = [{ siteCode: 'north', externalPhone: '+491' }]
    const additionalCodes = [
      { userId: 1, code: '101' },
      { userId: 2, code: '102' },
    ]
    expect(decide({ additionalCodes, externalPhones })).toEqual({
      ok: true,
      telephony: {
        ...before,
        additionalCodes: [
          { userId: '1', code: '101' },
          { userId: '2', code: '102' },
        ],
        externalPhones,
      },
    })
    expect(decide({})).toEqual({ ok: true, telephony: { ...before, additionalCodes: [], externalPhones: [] } })
  })

  it('[T-03] rejects an extension for a user who does not exist', () => {
    const additionalCodes = [
      { userId: 1, code: '101' },
      { userId: 77, code: '102' },
    ]
    expect(decide({ additionalCodes })).toEqual({ ok: false, fields: { additionalCodes: 'there is no user 77' } })
  })

  it('[T-03][D-35] rejects an extension that two users share', () => {
    const additionalCodes = [
      { userId: 1, code: '101' },
      { userId: 2, code: '101' },
    ]
    expect(decide({ additionalCodes })).toEqual({
      ok: false,
      fields: { additionalCodes: 'has the extension 101 twice: an extension belongs to one user' },
    })
  })

  it('[T-04] rejects an external number of a shop that does not exist', () => {
    const externalPhones = [
      { siteCode: 'north', externalPhone: '+491' },
      { siteCode: 'gone', externalPhone: '+492' },
    ]
    expect(decide({ externalPhones })).toEqual({ ok: false, fields: { externalPhones: 'there is no shop gone' } })
  })

  it('[T-03][T-04] reports errors in both lists at once', () => {
    expect(
      decide({
        additionalCodes: [{ userId: 77, code: '101' }],
        externalPhones: [{ siteCode: 'gone', externalPhone: '+492' }],
      }),
    ).toEqual({
      ok: false,
      fields: { additionalCodes: 'there is no user 77', externalPhones: 'there is no shop gone' },
    })
  })
})

describe('whyCodesRefused', () => {
  const codes = (...pairs: [string, string][]) => pairs.map(([userId, code]) => ({ userId, code }))

  it('[D-35] each user has one extension, each extension one user', () => {
    expect(whyCodesRefused(codes(['1', '101'], ['2', '102']))).toBeUndefined()
    expect(whyCodesRefused(codes(['1', '101'], ['2', '101']))).toMatch(/^has the extension 101 twice/)
    expect(whyCodesRefused(codes(['1', '101'], ['1', '102']))).toMatch(/^has the user 1 twice/)
    expect(whyCodesRefused([])).toBeUndefined()
  })
})
