import { expect, it } from 'vitest'
import { hasRole, mayCall, ROLES } from './roles.ts'

it('lets each role do what those before it may', () => {
  expect(ROLES.map((role) => hasRole(role, 'manager'))).toEqual([false, true, true, true])
  expect(ROLES.map((role) => hasRole(role, 'team-lead'))).toEqual([false, false, true, true])
  expect(ROLES.map((role) => hasRole(role, 'admin'))).toEqual([false, false, false, true])
})

it('lets a read-only user read what a manager reads, and change nothing but their own sign-in', () => {
  expect(mayCall('read-only', 'manager', 'GET')).toBe(true)
  for (const method of ['POST', 'PUT', 'DELETE']) expect(mayCall('read-only', 'manager', method)).toBe(false)
  expect(mayCall('read-only', 'anyone', 'POST')).toBe(true)
  expect(mayCall('read-only', 'admin', 'GET')).toBe(false)
  expect(mayCall('read-only', 'team-lead', 'GET')).toBe(false)
  expect(mayCall('manager', 'manager', 'POST')).toBe(true)
  expect(mayCall('manager', 'admin', 'GET')).toBe(false)
})
