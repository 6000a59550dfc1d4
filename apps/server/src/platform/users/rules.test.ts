import { expect, it } from 'vitest'
import { emailKey, isWeakPassword, leavesNoAdmin } from './rules.ts'

it('takes two spellings of an address for one person', () => {
  expect(emailKey(' Ann@Shop.Test ')).toBe('ann@shop.test')
})

it('refuses a short password, one that is the address, and one of a few letters', () => {
  expect(isWeakPassword('short', 'a@b.test')).toBe(true)
  expect(isWeakPassword('ann@shop.test', 'Ann@shop.test')).toBe(true)
  expect(isWeakPassword('aaaaaaaaaaaaaaa', 'a@b.test')).toBe(true)
  expect(isWeakPassword('correct horse battery', 'a@b.test')).toBe(false)
})

it('never lets the last administrator go', () => {
  const admin = { role: 'admin', active: true }
  expect(leavesNoAdmin(admin, { role: 'manager', active: true }, 1)).toBe(true)
  expect(leavesNoAdmin(admin, { role: 'admin', active: false }, 1)).toBe(true)
  expect(leavesNoAdmin(admin, { role: 'manager', active: true }, 2)).toBe(false)
  expect(leavesNoAdmin({ role: 'manager', active: true }, { role: 'manager', active: false }, 1)).toBe(false)
})
