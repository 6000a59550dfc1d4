import Type, { type Static } from 'typebox'
import { USER_STATUSES } from '../base/constants.ts'
import { defineEndpoint } from '../base/endpoint.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { ROLES } from '../base/roles.ts'
import { EmailAddress, Id, Line, LocalTime, LocalTimeIn, SuccessWith } from '../base/types.ts'

export const Role = Type.Enum(ROLES, { title: 'Role' })
export type Role = Static<typeof Role>

export const UserStatus = Type.Enum(USER_STATUSES, { title: 'UserStatus' })
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
    mgUserId: Type.Integer({ minimum: 1, description: 'The id of the user in chats: the same' }),
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
  groups: Type.Optional(Type.Array(Line(), { description: 'codes or ids; matches members of any of them' })),
  createdAtFrom: Type.Optional(LocalTimeIn),
  createdAtTo: Type.Optional(LocalTimeIn),
})

export const listApiUsers = defineEndpoint({
  id: 'users.list',
  summary: 'List the users of the account',
  method: 'GET',
  path: '/api/v5/users',
  auth: { by: 'api-key', scope: 'user_read' },
  query: Type.Object({ filter: UserFilters, ...PAGE }),
  status: 200,
  reply: PageOf({ users: Type.Array(ApiUser) }),
})

export const getApiUser = defineEndpoint({
  id: 'users.get',
  summary: 'Get a user',
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
  summary: 'List the user groups',
  method: 'GET',
  path: '/api/v5/user-groups',
  auth: { by: 'api-key', scope: 'user_read' },
  query: Type.Object(PAGE),
  status: 200,
  reply: PageOf({ groups: Type.Array(UserGroup) }),
})
