import Type, { type Static } from 'typebox'
import { EXPORT_LISTS, EXPORT_SEPARATORS } from '../../base/constants.ts'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, Success, SuccessWith, Text } from '../../base/types.ts'

// Exports of lists as CSV, as filtered. A small list is streamed when it is downloaded; a worker writes a big one to a file.

const auth = { by: 'session', role: 'manager' } as const
const byId = { params: Type.Object({ id: Id }) }

/** The workspace sends the headings, and the words for codes, in the user's language. */
export const ExportColumn = Type.Object({
  code: Line(40),
  heading: Text(),
  labels: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Line())),
})
export type ExportColumn = Static<typeof ExportColumn>

export const Export = Type.Object(
  {
    id: Id,
    list: Type.Enum(EXPORT_LISTS),
    /** ready: streamed when it is downloaded. */
    status: Type.Enum(['ready', 'running', 'done', 'failed']),
    rows: Type.Integer(),
    fileBytes: Type.Optional(Type.Integer()),
    createdAt: Moment,
    expiresAt: Moment,
  },
  { title: 'Export' },
)
export type Export = Static<typeof Export>

export const createExport = defineEndpoint({
  id: 'workspace.exports.create',
  summary: 'Export a list as CSV: the query is the one that the list itself takes',
  method: 'POST',
  path: '/workspace/exports',
  auth,
  body: Type.Object({
    list: Type.Enum(EXPORT_LISTS),
    query: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()),
    columns: Type.Array(ExportColumn, { minItems: 1, maxItems: 50 }),
    separator: Type.Enum(EXPORT_SEPARATORS),
  }),
  status: 201,
  reply: SuccessWith({ export: Export }),
  errors: ['input_invalid', 'role_needed'],
})

export const listExports = defineEndpoint({
  id: 'workspace.exports.list',
  summary: 'List my exports that can still be downloaded, newest first',
  method: 'GET',
  path: '/workspace/exports',
  auth,
  status: 200,
  reply: SuccessWith({ exports: Type.Array(Export) }),
})

export const deleteExport = defineEndpoint({
  id: 'workspace.exports.delete',
  summary: 'Cancel an export, or delete its file',
  method: 'DELETE',
  path: '/workspace/exports/{id}',
  auth,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found'],
})
