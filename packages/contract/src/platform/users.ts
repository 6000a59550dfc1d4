import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { EmailAddress, Id, Line, LocalTime, LocalTimeIn, SuccessWith } from '../base/types.ts'

export const Role = Type.Enum(['admin', 'manager'], { title: 'Role' })
export type Role = Static<typeof Role>

/** T-11: what a person is doing now; any may follow any other (D-32). */
export const UserStatus = Type.Enum(['free', 'busy', 'dinner', 'break'], { title: 'UserStatus' })
export type UserStatus = Static<typeof UserStatus>

export const UserGroup = Type.Object({ id: Id, name: Line(), code: Line() }, { title: 'UserGroup' })
export type UserGroup = Static<typeof UserGroup>

export const ApiUser = Type.Object(
  {
    id: Id,
    createdAt: LocalTime,
    active: Type.Boolean(),
    email: EmailAddress,
    firstName: Line(),
    lastName: Line(),
    patronymic: Line(),
    position: Line(),
    phone: Line(),
    status: UserStatus,
    online: Type.Boolean({ description: 'has a live connection to the workspace' }),
    isAdmin: Type.Boolean(),
    isManager: Type.Boolean(),
    groups: Type.Array(UserGroup),
  },
  { title: 'User' },
)
export type ApiUser = Static<typeof ApiUser>

export const UserFilters = Filters({
  email: Type.Optional(Line(254)),
  status: Type.Optional(UserStatus),
  online: Type.Optional(Type.Boolean()),
  active: Type.Optional(Type.Boolean()),
  isManager: Type.Optional(Type.Boolean()),
  isAdmin: Type.Optional(Type.Boolean()),
  groups: Type.Optional(Type.Array(Line(), { description: 'codes or ids; a user of any of them' })),
  createdAtFrom: Type.Optional(LocalTimeIn),
  createdAtTo: Type.Optional(LocalTimeIn),
})

export const listApiUsers = defineEndpoint({
  id: 'users.list',
  summary: 'The people of the account',
  method: 'GET',
  path: '/api/v5/users',
  auth: { by: 'api-key', scope: 'user_read' },
  query: Type.Object({ filter: UserFilters, ...PAGE }),
  status: 200,
  reply: PageOf({ users: Type.Array(ApiUser) }),
})

export const getApiUser = defineEndpoint({
  id: 'users.get',
  summary: 'One of them',
  method: 'GET',
  path: '/api/v5/users/{id}',
  auth: { by: 'api-key', scope: 'user_read' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: SuccessWith({ user: ApiUser }),
  errors: ['not_found'],
})

export const listUserGroups = defineEndpoint({
  id: 'users.groups.list',
  summary: 'The groups that people belong to',
  method: 'GET',
  path: '/api/v5/user-groups',
  auth: { by: 'api-key', scope: 'user_read' },
  query: Type.Object(PAGE),
  status: 200,
  reply: PageOf({ groups: Type.Array(UserGroup) }),
})
