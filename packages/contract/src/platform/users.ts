import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { LocalTime, LocalTimeIn } from '../base/local-time.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { Code, EmailAddress, Id, Line, Moment, Success, SuccessWith, Text } from '../base/types.ts'

export const Role = Type.Enum(['admin', 'manager'], { title: 'Role' })
export type Role = Static<typeof Role>

/** T-11: what a person is doing now; any may follow any other (D-32). */
export const UserStatus = Type.Enum(['free', 'busy', 'dinner', 'break'], { title: 'UserStatus' })
export type UserStatus = Static<typeof UserStatus>

export const Me = Type.Object({
  id: Id,
  email: EmailAddress,
  firstName: Line(),
  lastName: Line(),
  role: Role,
  accountName: Line(),
  /** How the account writes dates and money (BCP 47, IANA, ISO 4217). */
  locale: Line(35),
  timezone: Line(64),
  currency: Line(3),
  status: UserStatus,
  statusSince: Moment,
})
export type Me = Static<typeof Me>

const Entered = SuccessWith({
  me: Me,
  /** From here on the browser wants to hear: nothing between its first reading and the opening of its stream is missed. */
  liveFrom: Line(40),
})

/** Long passwords are fine; the upper bound keeps a hash from becoming a denial of service. */
const Password = Type.String({ minLength: 1, maxLength: 200 })
const LinkToken = Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' })

export const signIn = defineEndpoint({
  id: 'workspace.sign-in',
  summary: 'Open a session',
  method: 'POST',
  path: '/workspace/sign-in',
  auth: { by: 'nobody' },
  body: Type.Object({ email: EmailAddress, password: Password }),
  status: 200,
  reply: Entered,
  errors: ['sign_in_refused', 'sign_in_throttled'],
})

export const signOut = defineEndpoint({
  id: 'workspace.sign-out',
  summary: 'End this session',
  method: 'POST',
  path: '/workspace/sign-out',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: Success,
})

export const getMe = defineEndpoint({
  id: 'workspace.me',
  summary: 'Who is signed in',
  method: 'GET',
  path: '/workspace/me',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: Entered,
})

export const forgotPassword = defineEndpoint({
  id: 'workspace.password.forgot',
  summary: 'Send a link for a new password, if the address is known; the answer does not tell',
  method: 'POST',
  path: '/workspace/password/forgot',
  auth: { by: 'nobody' },
  body: Type.Object({ email: EmailAddress }),
  status: 200,
  reply: Success,
  errors: ['sign_in_throttled'],
})

export const choosePassword = defineEndpoint({
  id: 'workspace.password.choose',
  summary: 'Choose a password with the link of an invitation or a reset; ends all other sessions of the user',
  method: 'POST',
  path: '/workspace/password',
  auth: { by: 'nobody' },
  body: Type.Object({ token: LinkToken, password: Password }),
  status: 200,
  reply: Entered,
  errors: ['link_expired', 'password_weak'],
})

export const WorkspaceUser = Type.Object({
  id: Id,
  email: EmailAddress,
  firstName: Line(),
  lastName: Line(),
  role: Role,
  active: Type.Boolean(),
  invited: Type.Boolean({ description: 'has not chosen a password yet' }),
  createdAt: Moment,
})

export const listWorkspaceUsers = defineEndpoint({
  id: 'workspace.users.list',
  summary: 'Everybody who may sign in',
  method: 'GET',
  path: '/workspace/users',
  auth: { by: 'session', role: 'admin' },
  status: 200,
  reply: SuccessWith({ users: Type.Array(WorkspaceUser) }),
})

export const inviteUser = defineEndpoint({
  id: 'workspace.users.invite',
  summary: 'Invite somebody by e-mail; inviting again sends a new link',
  method: 'POST',
  path: '/workspace/users/invite',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({ email: EmailAddress, firstName: Text(), lastName: Line(), role: Role }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['email_taken'],
})

export const changeUser = defineEndpoint({
  id: 'workspace.users.change',
  summary: 'Change the role of a user, or let them in no longer',
  method: 'POST',
  path: '/workspace/users/{id}',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ role: Type.Optional(Role), active: Type.Optional(Type.Boolean()) }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'last_admin'],
})

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

export const setUserStatus = defineEndpoint({
  id: 'users.status',
  summary: 'Say what a person is doing now',
  method: 'POST',
  path: '/api/v5/users/{id}/status',
  auth: { by: 'api-key', scope: 'user_write' },
  params: Type.Object({ id: Id }),
  body: Type.Object({ status: UserStatus }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})

export const setMyStatus = defineEndpoint({
  id: 'workspace.me.status',
  summary: 'Say what I am doing now',
  method: 'POST',
  path: '/workspace/me/status',
  auth: { by: 'session', role: 'manager' },
  body: Type.Object({ status: UserStatus }),
  status: 200,
  reply: SuccessWith({ status: UserStatus, statusSince: Moment }),
})

export const listColleagues = defineEndpoint({
  id: 'workspace.colleagues.list',
  summary: 'Who else works here, what they are doing, and who is here now',
  method: 'GET',
  path: '/workspace/colleagues',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({
    colleagues: Type.Array(
      Type.Object({
        id: Id,
        firstName: Line(),
        lastName: Line(),
        status: UserStatus,
        statusSince: Moment,
        online: Type.Boolean(),
      }),
    ),
  }),
})

export const saveUserGroup = defineEndpoint({
  id: 'workspace.user-groups.save',
  summary: 'Make a group, or change its name and who belongs to it',
  method: 'POST',
  path: '/workspace/user-groups/{code}',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ code: Code }),
  body: Type.Object({ name: Text(), userIds: Type.Array(Id, { maxItems: 1000 }) }),
  status: 200,
  reply: SuccessWith({ group: UserGroup }),
  errors: ['entity_invalid'],
})
