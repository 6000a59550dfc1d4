import Type, { type Static } from 'typebox'
import { SETUP_STEPS } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Success, SuccessWith } from '../../base/types.ts'

const AREAS = ['telephony', 'payments', 'chats'] as const

export const SetupStep = Type.Object(
  {
    code: Type.Enum([...SETUP_STEPS.telephony, ...SETUP_STEPS.payments, ...SETUP_STEPS.chats]),
    area: Type.Enum(AREAS),
    done: Type.Boolean(),
    /** Where it is done, if that is the page of a module. */
    moduleCode: Type.Optional(Code),
  },
  { title: 'SetupStep' },
)
export type SetupStep = Static<typeof SetupStep>

export const listSetupSteps = defineEndpoint({
  id: 'workspace.setup-steps.list',
  summary: 'What leads the account to its first call, payment and message; empty once all of it is done',
  method: 'GET',
  path: '/workspace/setup-steps',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ steps: Type.Array(SetupStep), hidden: Type.Boolean() }),
})

export const hideSetupSteps = defineEndpoint({
  id: 'workspace.setup-steps.hide',
  summary: 'Hide the setup checklist from everyone in the account, or show it again',
  method: 'POST',
  path: '/workspace/setup-steps',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({ hidden: Type.Boolean() }),
  status: 200,
  reply: Success,
})
