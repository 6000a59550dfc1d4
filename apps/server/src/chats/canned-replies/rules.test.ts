import { describe, expect, it } from 'vitest'
import { mayEdit, shortcutKey } from './rules.ts'

describe('mayEdit', () => {
  it('lets everyone edit their own, and nobody those of others', () => {
    expect(mayEdit({ userId: 7, role: 'manager' }, { ownerId: 7 })).toBe(true)
    expect(mayEdit({ userId: 8, role: 'admin' }, { ownerId: 7 })).toBe(false)
  })

  it('lets team leads and administrators edit shared ones', () => {
    const roles = ['read-only', 'manager', 'team-lead', 'admin'] as const
    expect(roles.map((role) => mayEdit({ userId: 7, role }, { ownerId: null }))).toEqual([false, false, true, true])
  })
})

describe('shortcutKey', () => {
  it('is the same in upper and lower case', () => {
    expect(['Hours', 'HOURS', 'Часы'].map(shortcutKey)).toEqual(['hours', 'hours', 'часы'])
  })
})
