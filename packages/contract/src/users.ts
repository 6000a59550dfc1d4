import Type, { type Static } from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { EmailAddress, Id, Line, Moment, Success, SuccessWith, Text } from './types.ts'

export const Role = Type.Enum(['admin', 'manager'], { title: 'Role' })
export type Role = Static<typeof Role>

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
})
export type Me = Static<typeof Me>

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
  reply: SuccessWith({ me: Me }),
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
  reply: SuccessWith({ me: Me }),
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
  reply: SuccessWith({ me: Me }),
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
