import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Line, Success, SuccessWith, Text, WebAddress } from '../../base/types.ts'
import { SignedIn } from './sessions.ts'

const admin = { by: 'session', role: 'admin' } as const

/** Single sign-on never creates administrators. */
export const CreatedRole = Type.Enum(['read-only', 'manager', 'team-lead'], { title: 'CreatedRole' })

const shared = {
  /** On the button of the sign-in page. */
  label: Text(60),
  issuer: WebAddress,
  clientId: Text(),
  passwordsAllowed: Type.Boolean({ description: 'false: single sign-on is the only way in' }),
  /** Absent: only people who are users already can sign in. */
  createRole: Type.Optional(CreatedRole),
}

export const SingleSignOn = Type.Object(
  {
    ...shared,
    redirectUrl: Type.String({ description: 'to register with the identity provider' }),
  },
  { title: 'SingleSignOn' },
)
export type SingleSignOn = Static<typeof SingleSignOn>

export const getSignInOptions = defineEndpoint({
  id: 'workspace.sign-in.options',
  summary: 'Which ways to sign in this account has',
  method: 'GET',
  path: '/workspace/sign-in',
  auth: { by: 'nobody' },
  status: 200,
  reply: SuccessWith({ passwords: Type.Boolean(), singleSignOn: Type.Optional(Line(60)) }),
})

export const startSingleSignOn = defineEndpoint({
  id: 'workspace.single-sign-on.start',
  summary: 'The address of the identity provider to send the browser to',
  method: 'POST',
  path: '/workspace/single-sign-on/start',
  auth: { by: 'nobody' },
  status: 200,
  reply: SuccessWith({ url: Type.String() }),
  errors: ['not_found', 'sign_in_throttled', 'single_sign_on_failed'],
})

export const finishSingleSignOn = defineEndpoint({
  id: 'workspace.single-sign-on.finish',
  summary: 'Open a session with what the identity provider sent the browser back with',
  method: 'POST',
  path: '/workspace/single-sign-on/finish',
  auth: { by: 'nobody' },
  body: Type.Object({ query: Type.String({ maxLength: 8192, description: 'of the address it came back to' }) }),
  status: 200,
  reply: SignedIn,
  errors: ['not_found', 'sign_in_throttled', 'single_sign_on_failed', 'single_sign_on_unknown_user'],
})

export const getSingleSignOn = defineEndpoint({
  id: 'workspace.single-sign-on.get',
  summary: 'The settings of single sign-on',
  method: 'GET',
  path: '/workspace/single-sign-on',
  auth: admin,
  status: 200,
  reply: SuccessWith({ settings: Type.Optional(SingleSignOn), redirectUrl: Type.String() }),
})

export const saveSingleSignOn = defineEndpoint({
  id: 'workspace.single-sign-on.save',
  summary: 'Change them; the identity provider is asked for its configuration first',
  method: 'POST',
  path: '/workspace/single-sign-on',
  auth: admin,
  body: Type.Object({
    ...shared,
    clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'absent: as before' })),
  }),
  status: 200,
  reply: SuccessWith({ settings: SingleSignOn }),
  errors: ['entity_invalid', 'single_sign_on_failed', 'single_sign_on_first'],
})

export const deleteSingleSignOn = defineEndpoint({
  id: 'workspace.single-sign-on.delete',
  summary: 'Turn single sign-on off; passwords work again',
  method: 'DELETE',
  path: '/workspace/single-sign-on',
  auth: admin,
  status: 200,
  reply: Success,
})
