import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../base/endpoint.ts'
import { Filters, PAGE, PageOf } from '../base/pages.ts'
import { Code, Id, Line, LocalTime, Success, SuccessWith, SuccessWithWarnings, Text } from '../base/types.ts'

// Files of orders and customers, as published clients call them (D-112). Files of messages are in platform/files.ts.

const Owner = { id: Id, externalId: Type.Optional(Line()), site: Type.Optional(Code) }

export const Attachment = Type.Object(
  {
    id: Id,
    filename: Line(),
    type: Line(),
    createdAt: LocalTime,
    size: Type.Integer({ description: 'In bytes' }),
    attachment: Type.Array(
      Type.Object({
        order: Type.Optional(Type.Object({ ...Owner, number: Line() })),
        customer: Type.Optional(Type.Object(Owner)),
      }),
    ),
  },
  { title: 'File' },
)
export type Attachment = Static<typeof Attachment>

const Ref = Type.Object({ id: Type.Optional(Id), externalId: Type.Optional(Text()), site: Type.Optional(Code) })
export type OwnerRef = Static<typeof Ref>

const some = <T extends Parameters<typeof Type.Array>[0]>(of: T) =>
  Type.Optional(Type.Array(of, { minItems: 1, maxItems: 250 }))

const params = Type.Object({ id: Id })
const reading = { by: 'api-key', scope: 'file_read' } as const
const writing = { by: 'api-key', scope: 'file_write' } as const

/** Its body is the file: raw, whatever the content type says, or the one file of a multipart form. */
export const uploadAttachment = defineEndpoint({
  id: 'attachments.upload',
  summary: 'Upload a file: its bytes, or a form with one file; 20 MiB at most. Attach it by editing it',
  method: 'POST',
  path: '/api/v5/files/upload',
  auth: writing,
  query: Type.Object({
    filename: Type.Optional(Type.String({ description: 'Of bytes that are sent as they are; a form names its file' })),
  }),
  status: 200,
  reply: SuccessWith({ file: Type.Object({ id: Id }) }),
  errors: ['file_refused'],
})

export const listAttachments = defineEndpoint({
  id: 'attachments.list',
  summary: 'List files of orders and customers, newest first',
  method: 'GET',
  path: '/api/v5/files',
  auth: reading,
  query: Type.Object({
    filter: Filters({
      ids: some(Id),
      orderIds: some(Id),
      orderExternalIds: some(Line()),
      customerIds: some(Id),
      customerExternalIds: some(Line()),
    }),
    ...PAGE,
  }),
  status: 200,
  reply: PageOf({ files: Type.Array(Attachment) }),
})

export const getAttachment = defineEndpoint({
  id: 'attachments.get',
  summary: 'Get what is known of a file; its bytes are at …/download',
  method: 'GET',
  path: '/api/v5/files/{id}',
  auth: reading,
  params,
  status: 200,
  reply: SuccessWith({ file: Attachment }),
  errors: ['not_found'],
})

export const downloadAttachment = defineEndpoint({
  id: 'attachments.download',
  summary: 'Download a file of orders and customers',
  method: 'GET',
  path: '/api/v5/files/{id}/download',
  auth: reading,
  params,
  status: 200,
  reply: Type.Unknown(),
  replyType: '*/*',
  errors: ['not_found'],
})

export const editAttachment = defineEndpoint({
  id: 'attachments.edit',
  summary: 'Rename a file, or attach it; a list of attachments replaces the whole list',
  method: 'POST',
  path: '/api/v5/files/{id}/edit',
  auth: writing,
  params,
  body: Type.Object({
    file: Type.Object({
      filename: Type.Optional(Text()),
      attachment: Type.Optional(
        Type.Array(Type.Object({ order: Type.Optional(Ref), customer: Type.Optional(Ref) }), { maxItems: 100 }),
      ),
    }),
  }),
  status: 200,
  warns: true,
  reply: SuccessWithWarnings({ file: Attachment }),
  errors: ['not_found'],
})

export const deleteAttachment = defineEndpoint({
  id: 'attachments.delete',
  summary: 'Delete a file',
  method: 'POST',
  path: '/api/v5/files/{id}/delete',
  auth: writing,
  params,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})
