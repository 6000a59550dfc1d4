import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Success, SuccessWith } from '../../base/types.ts'

const own = { by: 'session', role: 'anyone' } as const

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const SecondFactorCode = Type.String({ minLength: 6, maxLength: 40 })

const RecoveryCodes = SuccessWith({ recoveryCodes: Type.Array(Line(40)) })

export const getSecondFactor = defineEndpoint({
  id: 'workspace.second-factor.get',
  summary: 'Whether the user has a second factor',
  method: 'GET',
  path: '/workspace/me/second-factor',
  auth: own,
  status: 200,
  reply: SuccessWith({ active: Type.Boolean(), required: Type.Boolean(), recoveryCodesLeft: Type.Integer() }),
})

export const startSecondFactor = defineEndpoint({
  id: 'workspace.second-factor.start',
  summary: 'Create a secret for an authenticator app; it counts after its first correct code',
  method: 'POST',
  path: '/workspace/me/second-factor',
  auth: own,
  status: 200,
  reply: SuccessWith({ secret: Line(64), uri: Line(1000) }),
  errors: ['second_factor_active'],
})

export const confirmSecondFactor = defineEndpoint({
  id: 'workspace.second-factor.confirm',
  summary: 'Turn the second factor on; returns the recovery codes, this one time',
  method: 'POST',
  path: '/workspace/me/second-factor/confirm',
  auth: own,
  body: Type.Object({ code: SecondFactorCode }),
  status: 200,
  reply: RecoveryCodes,
  errors: ['second_factor_active', 'second_factor_wrong', 'sign_in_throttled'],
})

export const renewRecoveryCodes = defineEndpoint({
  id: 'workspace.second-factor.renew-recovery-codes',
  summary: 'Replace the recovery codes',
  method: 'POST',
  path: '/workspace/me/second-factor/recovery-codes',
  auth: own,
  body: Type.Object({ code: SecondFactorCode }),
  status: 200,
  reply: RecoveryCodes,
  errors: ['second_factor_wrong', 'sign_in_throttled'],
})

export const disableSecondFactor = defineEndpoint({
  id: 'workspace.second-factor.disable',
  summary: 'Turn the second factor off; where it is required, the user must set it up again to continue',
  method: 'POST',
  path: '/workspace/me/second-factor/disable',
  auth: own,
  body: Type.Object({ code: SecondFactorCode }),
  status: 200,
  reply: Success,
  errors: ['second_factor_wrong', 'sign_in_throttled'],
})

export const resetSecondFactor = defineEndpoint({
  id: 'workspace.second-factor.reset',
  summary: 'Remove the second factor of a user who lost it',
  method: 'DELETE',
  path: '/workspace/users/{id}/second-factor',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: Id }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})
