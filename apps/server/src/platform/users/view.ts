import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { ApiUser } from '@patchbay/contract/platform/users'
import { isManager, type Person } from './rules.ts'

export const presentPerson = (person: Person, online: boolean, timezone: string): ApiUser => ({
  id: person.id,
  createdAt: toLocalTime(person.createdAt, timezone),
  active: person.active,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  patronymic: person.patronymic,
  position: person.position,
  phone: person.phone,
  status: person.status,
  online,
  isAdmin: person.role === 'admin',
  isManager: isManager(person.role),
  groups: person.groups,
  mgUserId: person.id,
})
