import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Success, SuccessWith } from '../../base/types.ts'

// The extensions of users (Additional codes), by user instead of by module.

const auth = { by: 'session', role: 'admin' } as const

export const listUserExtensions = defineEndpoint({
  id: 'workspace.extensions.list',
  summary: 'The extensions of all users, and the telephony modules that can have them',
  method: 'GET',
  path: '/workspace/extensions',
  auth,
  status: 200,
  reply: SuccessWith({
    modules: Type.Array(
      Type.Object({ code: Code, name: Line(), locked: Type.Boolean({ description: 'only the module changes them' }) }),
    ),
    extensions: Type.Array(Type.Object({ userId: Id, module: Code, extension: Line(32) })),
  }),
})

export const saveUserExtension = defineEndpoint({
  id: 'workspace.extensions.save',
  summary: 'Change the extension of a user in a telephony module; an empty one removes it',
  method: 'POST',
  path: '/workspace/users/{id}/extension',
  auth,
  params: Type.Object({ id: Id }),
  body: Type.Object({ module: Code, extension: Line(32) }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'settings_locked', 'extension_taken'],
})
