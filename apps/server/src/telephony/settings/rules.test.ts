import type { TelephonySettings } from '@patchbay/contract/telephony/settings'
import { describe, expect, it } from 'vitest'
import { decideTelephonyEdit } from './rules.ts'

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
