import { describe, expect, it } from 'vitest'
import { parsePhone } from '../../lib/text/phone.ts'
import { decideMerge, decideUndo, type Merged, undoableSince, undoableUntil } from './rules.ts'

const person = (more: Partial<Merged>): Merged => ({
  externalId: null,
  firstName: '',
  lastName: '',
  patronymic: '',
  managerId: null,
  address: {},
  phones: [],
  emails: [],
  ...more,
})
const phone = (text: string) => parsePhone(text, 'DE')
const greta = person({ firstName: 'Greta', managerId: 3, phones: [phone('030 901820')], emails: ['g@shop.test'] })
const other = person({
  externalId: 'shop-8',
  firstName: 'Margarete',
  lastName: 'Holm',
  managerId: 4,
  phones: [phone('+49 30 901820'), phone('030 901821')],
  emails: ['G@shop.test', 'holm@shop.test'],
})

describe('decideMerge', () => {
  it('[D-29] keeps the name and manager of the first, and the contacts of both once each', () => {
    const { phones, emails, address, ...rest } = decideMerge(greta, { ...other, address: { city: 'Lund' } })
    expect(rest).toEqual({ externalId: null, firstName: 'Greta', lastName: '', patronymic: '', managerId: 3 })
    expect(address).toEqual({ city: 'Lund' })
    expect(phones.map(({ given }) => given)).toEqual(['030 901820', '030 901821'])
    expect(emails).toEqual(['g@shop.test', 'holm@shop.test'])
  })

  it('takes name and manager of the duplicate where the kept one has none', () => {
    expect(decideMerge(person({ patronymic: '' }), other)).toMatchObject({ lastName: 'Holm', managerId: 4 })
    expect(decideMerge(person({ patronymic: 'Ann' }), other)).toMatchObject({ lastName: '', patronymic: 'Ann' })
  })
})

describe('decideUndo', () => {
  it('restores what the merge changed', () => {
    for (const before of [greta, person({}), person({ ...other, emails: ['x@shop.test'] })]) {
      const after = decideMerge(before, other)
      expect(decideUndo(before, after, after)).toEqual(before)
    }
  })

  it('leaves what was changed since', () => {
    const before = person({ phones: greta.phones })
    const after = decideMerge(before, other)
    const now = {
      ...after,
      firstName: 'Rita',
      externalId: 'own-1',
      phones: [...after.phones, phone('030 55555')],
      emails: ['new@shop.test', ...after.emails],
    }
    expect(decideUndo(before, after, now)).toEqual({
      ...before,
      firstName: 'Rita',
      externalId: 'own-1',
      phones: [...greta.phones, phone('030 55555')],
      emails: ['new@shop.test'],
    })
  })
})

it('a merge can be undone for a day', () => {
  const at = new Date('2026-05-01T10:00:00Z')
  expect(undoableSince(undoableUntil(at))).toEqual(at)
  expect(undoableUntil(at)).toEqual(new Date('2026-05-02T10:00:00Z'))
})
