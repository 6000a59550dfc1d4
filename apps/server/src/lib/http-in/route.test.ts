import { editModule, getModule } from '@patchbay/contract/integration-modules/registration'
import { systemInfo } from '@patchbay/contract/platform/accounts'
import { expect, it } from 'vitest'
import type { Action, Bind } from './route.ts'

// What the compiler must reject: each line below fails `npm run check` when it compiles without its comment.
const bind: Bind<object> = () => undefined
const show: Action<object, typeof getModule> = async (_deps, caller, { params }) => {
  // @ts-expect-error a key has no role
  caller.role
  // @ts-expect-error there is no such parameter
  params.name
  return { success: true, integrationModule: null as never }
}

const register: Action<object, typeof editModule> = async (_deps, caller, { body }) => {
  const name: string | undefined = body.integrationModule.name
  const keyId: string = caller.keyId
  return { success: true, info: name && keyId ? {} : {} }
}

it('binds an endpoint only to an action of its own types', () => {
  bind(getModule, show)
  // @ts-expect-error the input of a GET has no body
  bind(getModule, async (_deps, _caller, { body }) => ({ success: true, integrationModule: body }))
  // @ts-expect-error the reply lacks a member of the contract
  bind(systemInfo, async () => ({ success: true }))
  bind(editModule, register)
  // @ts-expect-error an action of another endpoint
  bind(editModule, show)
  expect(bind).toBeTypeOf('function')
})
