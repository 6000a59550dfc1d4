import { describe, expect, it } from 'vitest'
import type { PhoneMatch } from '../../crm/phone-lookup/rules.ts'
import type { TelephonyUser } from '../calls/rules.ts'
import { type Candidate, candidatesFor, decideManager, explainResult } from './rules.ts'

describe('candidatesFor and decideManager', () => {
  const [ADA, BRUNO, CLEO] = [1, 2, 3]
  const match = (id: number, managerId: number | null, orderManagerId?: number): PhoneMatch => ({
    id,
    externalId: null,
    firstName: 'Rosa',
    lastName: 'Vega',
    patronymic: '',
    address: {},
    managerId,
    phones: [],
    emails: [],
    shopId: null,
    site: null,
    lastContactAt: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    matchedBy: 'e164',
    openOrder: orderManagerId === undefined ? null : { id: 9, number: '9A', managerId: orderManagerId },
  })
  const person = (id: number, status = 'free'): TelephonyUser => ({
    id,
    firstName: 'Ada',
    lastName: 'Byron',
    patronymic: '',
    email: `${id}@shop.test`,
    status,
  })
  const people = (...all: TelephonyUser[]) => new Map(all.map((one) => [one.id, one]))
  const codeOf = (userId: number) => (userId === BRUNO ? undefined : `10${userId}`)

  it('[D-28][D-30] candidates are the responsible managers of the matches, in their order, with what each lacks', () => {
    const [byOrder, byCustomer] = [match(1, ADA, BRUNO), match(2, ADA)]
    const [ada, bruno] = [person(ADA), person(BRUNO, 'busy')]
    expect(candidatesFor([byOrder, byCustomer], people(ada, bruno), new Set([ADA]), codeOf)).toEqual([
      { person: bruno, match: byOrder, because: 'order', here: false, free: false, code: undefined },
      { person: ada, match: byCustomer, because: 'customer', here: true, free: true, code: '101' },
    ])
  })

  it('[D-28] a match without a responsible manager, or with a deleted one, has no candidate', () => {
    const candidates = candidatesFor(
      [match(1, null), match(2, CLEO), match(3, ADA)],
      people(person(ADA)),
      new Set(),
      codeOf,
    )
    expect(candidates.map((candidate) => candidate.match.id)).toEqual([3])
  })

  it('[T-21] a manager is free only with the status free', () => {
    const isFree = (status: string) =>
      candidatesFor([match(1, ADA)], people(person(ADA, status)), new Set(), codeOf).map(({ free }) => free)
    expect(['free', 'busy', 'dinner', 'break', ''].map((status) => isFree(status)[0])).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  const best = match(1, ADA)
  const able: Candidate = { person: person(ADA), match: best, because: 'customer', here: true, free: true, code: '101' }
  const decide = (lacks: Partial<Candidate>, ignoreStatus = false) =>
    decideManager([best], [{ ...able, ...lacks }], ignoreStatus)

  it('[T-20][T-21] returns the responsible manager who is authorized, free and has an extension', () => {
    expect(decide({})).toBe('found')
    expect(decide({ code: '' })).toBe('found')
  })

  it('[T-21] returns no manager when one of the three conditions fails', () => {
    expect(decide({ here: false })).toBe('not here')
    expect(decide({ free: false })).toBe('not free')
    expect(decide({ code: undefined })).toBe('no extension')
  })

  it('[D-28] with ignoreStatus returns a busy manager, and the other two conditions still apply', () => {
    expect(decide({ free: false }, true)).toBe('found')
    expect(decide({ here: false }, true)).toBe('not here')
    expect(decide({ free: false, code: undefined }, true)).toBe('no extension')
  })

  it('[D-28] of several reasons returns the first: not here, then not free, then no extension', () => {
    expect(decide({ here: false, free: false, code: undefined })).toBe('not here')
    expect(decide({ free: false, code: undefined })).toBe('not free')
  })

  it('[T-20] returns no manager for an unknown number', () => {
    expect(decideManager([], [], false)).toBe('phone unknown')
  })

  it('[T-20] only the best match counts, not the manager of the next one', () => {
    const next = match(2, ADA)
    expect(decideManager([best, next], [{ ...able, match: next }], false)).toBe('nobody responsible')
    expect(
      decideManager(
        [next, best],
        [
          { ...able, here: false },
          { ...able, match: next },
        ],
        false,
      ),
    ).toBe('found')
  })
})

describe('explainResult', () => {
  const manager = {
    id: 2,
    firstName: 'Bruno',
    lastName: 'Costa',
    because: 'order',
    active: true,
    online: true,
    status: 'free',
  } as const

  it('[T-20][D-28] names the first thing that is missing', () => {
    expect(explainResult(false, undefined, undefined)).toBe('phone-unknown')
    expect(explainResult(true, undefined, undefined)).toBe('nobody-responsible')
    expect(explainResult(true, { ...manager, active: false }, '102')).toBe('manager-inactive')
    expect(explainResult(true, { ...manager, online: false }, '102')).toBe('offline')
    const { online: _unknown, ...unseen } = manager
    expect(explainResult(true, unseen, '102')).toBe('offline')
    expect(explainResult(true, { ...manager, status: 'dinner' }, '102')).toBe('not-free')
    expect(explainResult(true, manager, undefined)).toBe('no-extension')
    expect(explainResult(true, manager, '102')).toBe('found')
  })
})
