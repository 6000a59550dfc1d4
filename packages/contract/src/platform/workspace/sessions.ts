import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { EmailAddress, Id, Line, Moment, Success, SuccessWith } from '../../base/types.ts'
import { Role, UserStatus } from '../users.ts'

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
