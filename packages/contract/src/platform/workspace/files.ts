import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Line } from '../../base/types.ts'

export const getWorkspaceFile = defineEndpoint({
  id: 'workspace.files.get',
  summary: 'Get a URL of a file that is valid for a day',
  method: 'GET',
  path: '/workspace/files/{id}',
  auth: { by: 'session', role: 'manager' },
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  status: 200,
  reply: Type.Object({
    success: Type.Literal(true),
    path: Type.String(),
    type: Type.Enum(['image', 'video', 'file', 'audio']),
    mimeType: Line(),
    size: Type.Integer(),
  }),
  errors: ['file_unknown'],
})
