import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Line, Moment, WebAddress } from '../base/types.ts'

// Files of messages (wire habits 5.2). An upload is the raw bytes, not JSON; users upload at POST /workspace/files, with
// the same response.

const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

export const UploadedFile = Type.Object(
  {
    id: Uuid,
    type: Type.Enum(['image', 'video', 'file', 'audio']),
    size: Type.Integer(),
    mime_type: Line(),
    hash: Type.String(),
    meta: Type.Object({ width: Type.Optional(Type.Integer()), height: Type.Optional(Type.Integer()) }),
    source_url: Type.Optional(Line(2048)),
    created_at: Moment,
  },
  { title: 'UploadedFile' },
)
export type UploadedFile = Static<typeof UploadedFile>

const auth = { by: 'transport-token' } as const

/** Its body is the file: raw, whatever the content type says, or the one file of a multipart form. */
export const uploadFile = defineEndpoint({
  id: 'files.upload',
  summary: 'Upload a file: its bytes, or a form with one file; 20 MiB at most',
  method: 'POST',
  path: '/api/transport/v1/files/upload',
  auth,
  status: 200,
  reply: UploadedFile,
  errors: ['file_refused'],
})

export const uploadFileByUrl = defineEndpoint({
  id: 'files.upload-by-url',
  summary: 'Fetch a file by URL and store it',
  method: 'POST',
  path: '/api/transport/v1/files/upload_by_url',
  auth,
  body: Type.Object({ url: WebAddress }),
  status: 200,
  reply: UploadedFile,
  errors: ['file_refused', 'url_refused'],
})

export const getFile = defineEndpoint({
  id: 'files.get',
  summary: 'Get a file, with a URL that is valid for a day',
  method: 'GET',
  path: '/api/transport/v1/files/{id}',
  auth,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  status: 200,
  reply: Type.Object({
    id: Uuid,
    type: Type.Enum(['image', 'video', 'file', 'audio']),
    size: Type.Integer(),
    mime_type: Line(),
    /** The public document has this spelling, clients read the other. */
    Url: WebAddress,
    url: WebAddress,
  }),
  errors: ['file_unknown'],
})
