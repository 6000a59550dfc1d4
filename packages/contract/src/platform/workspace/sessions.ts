import Type, { type Static } from 'typebox'
import { LANGUAGES } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { EmailAddress, Id, Line, Moment, Success, SuccessWith } from '../../base/types.ts'
import { Role, UserStatus } from '../users.ts'
import { SecondFactorCode } from './second-factor.ts'

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
  /** The language that the user has chosen; absent: that of the browser. */
  language: Type.Optional(Type.Enum(LANGUAGES)),
  status: UserStatus,
  statusSince: Moment,
  /** An administrator requires a second factor that the user has not set up: nothing else is allowed until then. */
  secondFactorDue: Type.Boolean(),
})

export type Me = Static<typeof Me>

export const SignedIn = SuccessWith({
  me: Me,
  /** Where the browser's live stream starts, so that it misses nothing between its first page and its stream. */
  liveFrom: Line(40),
})

/** Long passwords are fine; the upper bound keeps a hash from becoming a denial of service. */
const Password = Type.String({ minLength: 1, maxLength: 200 })

const LinkToken = Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' })

export const signIn = defineEndpoint({
  id: 'workspace.sign-in',
  summary: 'Sign in',
  method: 'POST',
  path: '/workspace/sign-in',
  auth: { by: 'nobody' },
  body: Type.Object({ email: EmailAddress, password: Password, code: Type.Optional(SecondFactorCode) }),
  status: 200,
  reply: SignedIn,
  errors: ['sign_in_refused', 'sign_in_throttled', 'second_factor_needed', 'second_factor_wrong', 'passwords_off'],
})

export const signOut = defineEndpoint({
  id: 'workspace.sign-out',
  summary: 'Sign out',
  method: 'POST',
  path: '/workspace/sign-out',
  auth: { by: 'session', role: 'anyone' },
  status: 200,
  reply: Success,
})

export const getMe = defineEndpoint({
  id: 'workspace.me',
  summary: 'Get the signed-in user',
  method: 'GET',
  path: '/workspace/me',
  auth: { by: 'session', role: 'anyone' },
  status: 200,
  reply: SignedIn,
})

export const forgotPassword = defineEndpoint({
  id: 'workspace.password.forgot',
  summary: 'Send a password reset link; the response is the same for an unknown address',
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
  body: Type.Object({ token: LinkToken, password: Password, code: Type.Optional(SecondFactorCode) }),
  status: 200,
  reply: SignedIn,
  errors: [
    'link_expired',
    'password_weak',
    'sign_in_throttled',
    'second_factor_needed',
    'second_factor_wrong',
    'passwords_off',
  ],
})
