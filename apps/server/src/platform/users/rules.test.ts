import { describe, expect, it } from 'vitest'
import { emailKey, isWeakPassword, leavesNoAdmin, matchesFilter, type Person, type PersonFilter } from './rules.ts'

describe('emailKey', () => {
  it('is the same for two spellings of an address', () => {
    expect(emailKey(' Ann@Shop.Test ')).toBe('ann@shop.test')
  })
})

describe('isWeakPassword', () => {
  it('rejects a short password, one that is the address, and one with too few different characters', () => {
    expect(isWeakPassword('short', 'a@b.test')).toBe(true)
    expect(isWeakPassword('ann@shop.test', 'Ann@shop.test')).toBe(true)
    expect(isWeakPassword('aaaaaaaaaaaaaaa', 'a@b.test')).toBe(true)
    expect(isWeakPassword('correct horse battery', 'a@b.test')).toBe(false)
  })

  it('accepts ten characters with four different ones, and no fewer of either', () => {
    expect(isWeakPassword('abcdefghij', 'a@b.test')).toBe(false)
    expect(isWeakPassword('abcdefghi', 'a@b.test')).toBe(true)
    expect(isWeakPassword('abcdaaaaaa', 'a@b.test')).toBe(false)
    expect(isWeakPassword('abcaaaaaaa', 'a@b.test')).toBe(true)
  })

  it('counts code points, not bytes or UTF-16 units', () => {
    expect(isWeakPassword('😀😁😂🤣😃', 'a@b.test')).toBe(true)
    expect(isWeakPassword('😀😁😂🤣😃😄😅😆😉😊', 'a@b.test')).toBe(false)
  })

  it('recognises the address in any spelling', () => {
    expect(isWeakPassword(' ANN@shop.test ', 'ann@shop.test')).toBe(true)
    expect(isWeakPassword('ann@shop.test!', 'ann@shop.test')).toBe(false)
  })
})

describe('leavesNoAdmin', () => {
  const admin = { role: 'admin', active: true }

  it('is true for the last active administrator', () => {
    expect(leavesNoAdmin(admin, { role: 'manager', active: true }, 1)).toBe(true)
    expect(leavesNoAdmin(admin, { role: 'admin', active: false }, 1)).toBe(true)
    expect(leavesNoAdmin(admin, { role: 'manager', active: true }, 2)).toBe(false)
    expect(leavesNoAdmin({ role: 'manager', active: true }, { role: 'manager', active: false }, 1)).toBe(false)
  })

  it('is false for an administrator who stays one, or was already deactivated', () => {
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

  it('an empty filter matches everyone', () => {
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

  it('presence comes from the caller, and roles are distinguished', () => {
    expect(matchesFilter(ann, false, { online: false })).toBe(true)
    expect(matchesFilter(ann, false, { online: true })).toBe(false)
    expect(matchesFilter({ ...ann, role: 'admin' }, true, { isAdmin: true, isManager: false })).toBe(true)
    expect(matchesFilter({ ...ann, role: 'admin' }, true, { isManager: true })).toBe(false)
  })
})
