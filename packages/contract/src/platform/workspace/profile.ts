import Type from 'typebox'
import { LANGUAGES } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Line, SuccessWith, Text } from '../../base/types.ts'
import { Me } from './sessions.ts'

export const saveProfile = defineEndpoint({
  id: 'workspace.profile.save',
  summary: 'Change your own name and the language of your workspace; absent members stay unchanged',
  method: 'POST',
  path: '/workspace/me/profile',
  auth: { by: 'session', role: 'anyone' },
  body: Type.Object({
    firstName: Type.Optional(Text()),
    lastName: Type.Optional(Line()),
    language: Type.Optional(Type.Enum(LANGUAGES)),
  }),
  status: 200,
  reply: SuccessWith({ me: Me }),
})
