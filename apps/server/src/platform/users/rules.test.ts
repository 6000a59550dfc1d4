import { describe, expect, it } from 'vitest'
import { emailKey, isWeakPassword, leavesNoAdmin, matchesFilter, type Person, type PersonFilter } from './rules.ts'

describe('emailKey', () => {
  it('takes two spellings of an address for one person', () => {
    expect(emailKey(' Ann@Shop.Test ')).toBe('ann@shop.test')
  })
})

describe('isWeakPassword', () => {
  it('refuses a short password, one that is the address, and one of a few letters', () => {
    expect(isWeakPassword('short', 'a@b.test')).toBe(true)
    expect(isWeakPassword('ann@shop.test', 'Ann@shop.test')).toBe(true)
    expect(isWeakPassword('aaaaaaaaaaaaaaa', 'a@b.test')).toBe(true)
    expect(isWeakPassword('correct horse battery', 'a@b.test')).toBe(false)
  })

  it('takes ten characters of four different ones, and no fewer of either', () => {
    expect(isWeakPassword('abcdefghij', 'a@b.test')).toBe(false)
    expect(isWeakPassword('abcdefghi', 'a@b.test')).toBe(true)
    expect(isWeakPassword('abcdaaaaaa', 'a@b.test')).toBe(false)
    expect(isWeakPassword('abcaaaaaaa', 'a@b.test')).toBe(true)
  })

  it('counts characters as a person does, not bytes or halves of them', () => {
    expect(isWeakPassword('😀😁😂🤣😃', 'a@b.test')).toBe(true)
    expect(isWeakPassword('😀😁😂🤣😃😄😅😆😉😊', 'a@b.test')).toBe(false)
  })

  it('knows the address in any spelling', () => {
    expect(isWeakPassword(' ANN@shop.test ', 'ann@shop.test')).toBe(true)
    expect(isWeakPassword('ann@shop.test!', 'ann@shop.test')).toBe(false)
  })
})

describe('leavesNoAdmin', () => {
  const admin = { role: 'admin', active: true }

  it('never lets the last administrator go', () => {
    expect(leavesNoAdmin(admin, { role: 'manager', active: true }, 1)).toBe(true)
    expect(leavesNoAdmin(admin, { role: 'admin', active: false }, 1)).toBe(true)
    expect(leavesNoAdmin(admin, { role: 'manager', active: true }, 2)).toBe(false)
    expect(leavesNoAdmin({ role: 'manager', active: true }, { role: 'manager', active: false }, 1)).toBe(false)
  })

  it('an administrator who stays one, or was deactivated already, leaves nobody without', () => {
    expect(leavesNoAdmin(admin, admin, 1)).toBe(false)
    expect(leavesNoAdmin({ role: 'admin', active: false }, { role: 'manager', active: false }, 1)).toBe(false)
    expect(leavesNoAdmin({ role: 'admin', active: false }, { role: 'manager', active: true }, 0)).toBe(false)
  })
})

describe('matchesFilter', () => {
  const ann: Person = {
    id: 1,
    email: 'ann@shop.test',
    firstName: 'Ann',
    lastName: 'Holm',
    patronymic: '',
    phone: '',
    position: '',
    role: 'manager',
    active: true,
    status: 'free',
    statusSince: new Date(0),
    createdAt: new Date('2026-03-10T12:00:00Z'),
    groups: [
      { id: 5, name: 'Sales', code: 'sales' },
      { id: 6, name: 'Support', code: 'support' },
    ],
  }

  it('an empty filter takes everybody', () => {
    expect(matchesFilter(ann, true, {})).toBe(true)
    expect(matchesFilter({ ...ann, active: false, role: 'admin', groups: [] }, false, {})).toBe(true)
  })

  it.for<[PersonFilter, boolean]>([
    [{ email: ' ANN@shop.test' }, true],
    [{ email: 'bo@shop.test' }, false],
    [{ email: '' }, false],
    [{ status: 'free' }, true],
    [{ status: 'busy' }, false],
    [{ online: true }, true],
    [{ online: false }, false],
    [{ active: true }, true],
    [{ active: false }, false],
    [{ isManager: true }, true],
    [{ isManager: false }, false],
    [{ isAdmin: false }, true],
    [{ isAdmin: true }, false],
    [{ groups: ['sales'] }, true],
    [{ groups: ['other', 'support'] }, true],
    [{ groups: ['6'] }, true],
    [{ groups: ['other', '7'] }, false],
    [{ groups: [] }, false],
    [{ createdFrom: new Date('2026-03-10T12:00:00Z') }, true],
    [{ createdFrom: new Date('2026-03-10T12:00:01Z') }, false],
    [{ createdTo: new Date('2026-03-10T12:00:00Z') }, true],
    [{ createdTo: new Date('2026-03-10T11:59:59Z') }, false],
    [{ email: 'ann@shop.test', status: 'free', online: true, groups: ['sales'] }, true],
    [{ email: 'ann@shop.test', status: 'free', online: true, groups: ['other'] }, false],
  ])('every condition of the filter has to hold: %j is %s', ([filter, expected]) => {
    expect(matchesFilter(ann, true, filter)).toBe(expected)
  })

  it('online is what the caller knows, and roles are told apart', () => {
    expect(matchesFilter(ann, false, { online: false })).toBe(true)
    expect(matchesFilter(ann, false, { online: true })).toBe(false)
    expect(matchesFilter({ ...ann, role: 'admin' }, true, { isAdmin: true, isManager: false })).toBe(true)
    expect(matchesFilter({ ...ann, role: 'admin' }, true, { isManager: true })).toBe(false)
  })
})
