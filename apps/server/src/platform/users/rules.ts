import type { Role, UserGroup, UserStatus } from '@patchbay/contract/platform/users'

/** The key by which two spellings of an address are the same user. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

const MIN_PASSWORD = 10

/** Too short, too few different characters, or the user's own address. */
export const isWeakPassword = (password: string, email: string): boolean =>
  [...password].length < MIN_PASSWORD || emailKey(password) === emailKey(email) || new Set(password).size < 4

type AdminChange = { role: string; active: boolean }

/** Whether a change would leave the account without an active administrator. */
export const leavesNoAdmin = (before: AdminChange, after: AdminChange, activeAdmins: number): boolean => {
  const wasAdmin = before.role === 'admin' && before.active
  const isAdmin = after.role === 'admin' && after.active
  return wasAdmin && !isAdmin && activeAdmins <= 1
}

/** Modules know managers and administrators only: a team lead is a manager to them. */
export const isManager = (role: Role): boolean => role === 'manager' || role === 'team-lead'

/** A person as colleagues and modules see them. */
export type Person = {
  id: number
  email: string
  firstName: string
  lastName: string
  patronymic: string
  phone: string
  position: string
  role: Role
  active: boolean
  status: UserStatus
  statusSince: Date
  createdAt: Date
  groups: UserGroup[]
}

export type PersonFilter = {
  email?: string
  status?: UserStatus
  online?: boolean
  active?: boolean
  isManager?: boolean
  isAdmin?: boolean
  groups?: string[]
  createdFrom?: Date
  createdTo?: Date
}

const matches = <T>(wanted: T | undefined, value: T): boolean => wanted === undefined || wanted === value

/** An account has few users, so they are filtered in memory. */
export const matchesFilter = (person: Person, online: boolean, filter: PersonFilter): boolean =>
  (filter.email === undefined || emailKey(filter.email) === emailKey(person.email)) &&
  matches(filter.status, person.status) &&
  matches(filter.online, online) &&
  matches(filter.active, person.active) &&
  matches(filter.isAdmin, person.role === 'admin') &&
  matches(filter.isManager, isManager(person.role)) &&
  (!filter.groups ||
    person.groups.some(({ id, code }) => filter.groups?.some((it) => it === code || it === `${id}`))) &&
  (!filter.createdFrom || person.createdAt >= filter.createdFrom) &&
  (!filter.createdTo || person.createdAt <= filter.createdTo)
