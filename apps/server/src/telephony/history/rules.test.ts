import type { CallRecord } from '@patchbay/contract/telephony/history'
import { describe, expect, it } from 'vitest'
import type { Call } from '../calls/rules.ts'
import {
  callOfRecord,
  contentKeyOf,
  decideRecord,
  type NormalizedRecord,
  readRecord,
  type UploadContext,
} from './rules.ts'

describe('callOfRecord and decideRecord', () => {
  const [ADA, BRUNO] = [1, 2]
  const startedAt = new Date('2026-02-03T10:00:00.000Z')
  const from = startedAt.toISOString()
  const record: NormalizedRecord = {
    direction: 'in',
    result: 'answered',
    phone: '+34600000001',
    phoneKey: '34600000001',
    customerId: 5,
    userId: ADA,
    shopId: 7,
    externalPhone: '+34910000000',
    startedAt,
    duration: 60,
    durationWaiting: 10,
    recordUrl: 'https://pbx.test/1.mp3',
    source: { source: 'ads' },
  }
  /** A record with only the required fields. */
  const bare: NormalizedRecord = {
    ...record,
    customerId: null,
    userId: null,
    shopId: null,
    externalPhone: null,
    duration: null,
    durationWaiting: null,
    recordUrl: null,
    source: null,
  }
  const seen: Call = {
    ...bare,
    state: 'ringing',
    result: null,
    missed: false,
    answeredAt: null,
    endedAt: null,
    legs: [],
    recorded: false,
  }

  it('[D-25][D-26] a record creates one ended call with one leg: waiting, answered, ended', () => {
    const [answeredAt, endedAt] = [new Date('2026-02-03T10:00:10.000Z'), new Date('2026-02-03T10:01:10.000Z')]
    expect(callOfRecord(record)).toEqual({
      ...record,
      state: 'ended',
      missed: false,
      answeredAt,
      endedAt,
      legs: [{ userId: ADA, from, answeredAt: answeredAt.toISOString(), to: endedAt.toISOString() }],
      recorded: true,
    })
  })

  it('[D-26] a record without durations ends when it started, and one without a user has no leg', () => {
    expect(callOfRecord(bare)).toMatchObject({ answeredAt: startedAt, endedAt: startedAt, legs: [] })
    expect(callOfRecord({ ...bare, duration: 30 }).endedAt).toEqual(new Date('2026-02-03T10:00:30.000Z'))
    expect(callOfRecord({ ...bare, durationWaiting: 30 }).endedAt).toEqual(new Date('2026-02-03T10:00:30.000Z'))
  })

  it('[D-25][D-26] a record of an unanswered call has no answer time, and is missed if incoming', () => {
    const unanswered = callOfRecord({ ...record, result: 'no answer', duration: 0 })
    expect(unanswered).toMatchObject({ missed: true, answeredAt: null })
    expect(unanswered.legs).toEqual([{ userId: ADA, from, to: '2026-02-03T10:00:10.000Z' }])
    expect(callOfRecord({ ...record, result: 'busy' }).missed).toBe(true)
    expect(callOfRecord({ ...record, result: 'not allowed' }).missed).toBe(false)
    expect(callOfRecord({ ...record, direction: 'out', result: 'no answer' }).missed).toBe(false)
  })

  it('[D-27] the first record of a call overrides events', () => {
    const live: Call = {
      ...seen,
      direction: 'out',
      state: 'lost',
      result: 'unknown',
      userId: BRUNO,
      shopId: 8,
      externalPhone: '+34919999999',
      duration: 1,
      durationWaiting: 1,
    }
    expect(decideRecord(live, record)).toEqual({ repeated: false, call: callOfRecord(record) })
  })

  it('[D-27] fields that the first record lacks stay as events set them, and the customer always stays', () => {
    const live: Call = { ...seen, customerId: 6, userId: BRUNO, shopId: 8, externalPhone: '+34919999999' }
    expect(decideRecord(live, bare).call).toMatchObject({
      customerId: 6,
      userId: BRUNO,
      shopId: 8,
      externalPhone: '+34919999999',
      state: 'ended',
      recorded: true,
    })
    expect(decideRecord(live, record).call).toMatchObject({ customerId: 6, userId: ADA, shopId: 7 })
  })

  it('[D-25][D-27] the legs of the events stay, and open ones end with the call', () => {
    const live: Call = {
      ...seen,
      legs: [
        { userId: BRUNO, from, to: from },
        { userId: ADA, from },
      ],
    }
    expect(decideRecord(live, record).call.legs).toEqual([
      { userId: BRUNO, from, to: from },
      { userId: ADA, from, to: '2026-02-03T10:01:10.000Z' },
    ])
  })

  it('[T-18][D-26] a repeated record fills empty fields', () => {
    const known = callOfRecord(bare)
    const { customerId, userId, shopId, externalPhone, duration, durationWaiting, recordUrl, source } = record
    expect(decideRecord(known, record)).toEqual({
      repeated: true,
      call: { ...known, customerId, userId, shopId, externalPhone, duration, durationWaiting, recordUrl, source },
    })
  })

  it('[T-18][D-26] a repeated record does not change fields that are set', () => {
    const other: NormalizedRecord = {
      ...record,
      direction: 'out',
      result: 'busy',
      customerId: 50,
      userId: BRUNO,
      shopId: 70,
      externalPhone: '+1',
      duration: 1,
      durationWaiting: 1,
      recordUrl: 'https://pbx.test/2.mp3',
      source: { source: 'mail' },
    }
    expect(decideRecord(callOfRecord(record), other)).toEqual({ repeated: true, call: callOfRecord(record) })
    const silent = callOfRecord({ ...record, duration: 0, durationWaiting: 0 })
    expect(decideRecord(silent, other).call).toMatchObject({ duration: 0, durationWaiting: 0 })
  })
})

describe('readRecord', () => {
  const person = { firstName: '', lastName: '', patronymic: '', email: '', status: 'free' }
  const number = { number: '910000000', key: '+34910000000', shopCode: 'garden', shopName: 'Garden' }
  const context: UploadContext = {
    moduleId: 1,
    timezone: 'Europe/Madrid',
    country: 'ES',
    shops: new Map([['garden', 7]]),
    telephony: {
      modules: [],
      numbers: [
        { ...number, moduleId: 2, shopId: 9 },
        { ...number, moduleId: 1, shopId: 8 },
      ],
      shop: null,
      extensions: [
        { moduleId: 2, code: '101', userId: 2 },
        { moduleId: 1, code: '101', userId: 1 },
        { moduleId: 2, code: '102', userId: 2 },
      ],
      people: [1, 2].map((id) => ({ ...person, id })),
    },
  }
  const record: CallRecord = { date: '2026-02-03 11:00:00', type: 'in', phone: ' 600 000 001 ', result: 'no answered' }
  const read = (more: Partial<CallRecord> = {}) => readRecord({ ...record, ...more }, 5, context)

  it('[T-17][D-26] the date is local to the account, and the number is normalized', () => {
    expect(read()).toMatchObject({
      startedAt: new Date('2026-02-03T10:00:00.000Z'),
      phone: '600 000 001',
      phoneKey: '+34600000001',
      result: 'no answer',
      customerId: 5,
    })
  })

  it('[T-17] a record with an invalid date is rejected', () => {
    expect(read({ date: 'yesterday' })).toBeUndefined()
  })

  it.each<[string, Partial<CallRecord>, number | null]>([
    ['its extension', { code: '101', userId: 2 }, 1],
    ['its id, where the extension is another module’s', { code: '102', userId: 2 }, 2],
    ['nothing, where the id is unknown', { userId: 9 }, null],
    ['nothing', {}, null],
  ])('[T-17] the user is found by %s', (_how, more, userId) => {
    expect(read(more)?.userId).toBe(userId)
  })

  it('[T-17] the shop is found by its code', () => {
    expect([read({ site: 'garden' })?.shopId, read({ site: 'moon' })?.shopId, read()?.shopId]).toEqual([7, null, null])
  })

  it('[T-16] the shop is that of the external number of the module, unless the record names one', () => {
    const shopOf = (more: Partial<CallRecord>) => read(more)?.shopId
    expect(shopOf({ externalPhone: '910 000 000' })).toBe(8)
    expect(shopOf({ externalPhone: '910 000 000', site: 'garden' })).toBe(7)
    expect(shopOf({ externalPhone: '910 000 001' })).toBeNull()
  })

  it('[T-17] what a record says is kept, and what it leaves out is null', () => {
    const source = { source: 'ads' }
    const said = { externalPhone: '910', duration: 0, durationWaiting: 3, recordUrl: 'https://pbx.test/1.mp3', source }
    expect(read(said)).toMatchObject(said)
    const nothing = { duration: null, durationWaiting: null, recordUrl: null, source: null }
    expect(read({ externalPhone: '' })).toMatchObject({ externalPhone: null, ...nothing })
  })
})

describe('contentKeyOf', () => {
  const record: CallRecord = { date: '2026-02-03 11:00:00', type: 'in', phone: '600000001', result: 'answered' }
  const key = (more: Partial<CallRecord> = {}) => contentKeyOf({ ...record, ...more }).toString('hex')

  it('[T-18][D-26] a record that is sent again with more fields has the same key', () => {
    expect(
      key({
        phone: ' 600000001 ',
        date: ' 2026-02-03 11:00:00 ',
        duration: 5,
        recordUrl: 'https://pbx.test/1.mp3',
        result: 'busy',
      }),
    ).toBe(key())
  })

  it.each<Partial<CallRecord>>([
    { date: '2026-02-03 11:00:01' },
    { type: 'out' },
    { phone: '600000002' },
    { code: '101' },
    { userId: 1 },
  ])('[T-18][D-26] a record with another %j is another call', (more) => {
    expect(key(more)).not.toBe(key())
  })

  it('[T-18][D-26] stays what it was: calls of earlier versions are found by it', () => {
    expect(key()).toBe('66112ebe84301119d3ddde1df805483a3360710e4f4372fddd186e756367f7b3')
    expect(key({ code: '101', userId: 1 })).toBe('075739c862950ce2eda92d282b8d1d71c82715b6963ac0127e83eaae62f662d9')
  })
})
