import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Moment, SuccessWith, Text } from '../../base/types.ts'
import {
  CHECK_RESULTS,
  ENCODINGS,
  IMPORT_COMMANDS,
  IMPORT_FIELDS,
  IMPORT_KINDS,
  IMPORT_STATUSES,
  MATCH_FIELDS,
  ON_MATCH,
  ROW_OUTCOMES,
  SEPARATORS,
} from '../import-constants.ts'

// Imports of customers and orders from CSV files: upload, choose the columns, dry run, run, undo.

const auth = { by: 'session', role: 'team-lead' } as const
const byId = { params: Type.Object({ id: Id }) }

const Field = Type.Enum([...new Set([...IMPORT_FIELDS.customers, ...IMPORT_FIELDS.orders])])
const MatchField = Type.Enum([...new Set([...MATCH_FIELDS.customers, ...MATCH_FIELDS.orders])])

/** How the file is read. */
const format = { encoding: Type.Enum(ENCODINGS), separator: Type.Enum(SEPARATORS) }

const ImportOptions = Type.Object({
  ...format,
  /** The field of each column; null: it is not imported. */
  mapping: Type.Array(Type.Union([Field, Type.Null()]), { minItems: 1, maxItems: 200 }),
  matchBy: MatchField,
  onMatch: Type.Enum(ON_MATCH),
  /** The shop of rows that name none. */
  shop: Type.Optional(Code),
})
export type ImportOptions = Static<typeof ImportOptions>

/** Rows by result. */
const Counts = Type.Object({
  create: Type.Integer(),
  update: Type.Integer(),
  skip: Type.Integer(),
  error: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  undone: Type.Integer(),
  kept: Type.Integer(),
})
export type ImportCounts = Static<typeof Counts>

export const Import = Type.Object(
  {
    id: Id,
    kind: Type.Enum(IMPORT_KINDS),
    status: Type.Enum(IMPORT_STATUSES),
    paused: Type.Boolean(),
    fileName: Line(),
    fileBytes: Type.Integer(),
    ...ImportOptions.properties,
    mapping: Type.Array(Type.Union([Field, Type.Null()])),
    headings: Type.Array(Type.String()),
    rowCount: Type.Integer(),
    /** Rows that the current step has finished. */
    rowsDone: Type.Integer(),
    counts: Counts,
    /** Why it failed: a code. */
    problem: Type.Optional(Type.Enum(['too-many-rows', 'unreadable', 'file-missing'])),
    createdBy: Id,
    createdAt: Moment,
    finishedAt: Type.Optional(Moment),
    /** Until when it can be undone. */
    undoUntil: Type.Optional(Moment),
  },
  { title: 'Import' },
)
export type Import = Static<typeof Import>

/** What is wrong with a row: a code with data; the workspace has a sentence for each. */
export const RowProblem = Type.Object({
  code: Type.Enum([
    'empty',
    'too-long',
    'email',
    'phone',
    'number',
    'time',
    'unknown-shop',
    'unknown-manager',
    'unknown-status',
    'unknown-delivery',
    'country',
    'unknown-customer',
    'exists',
    'twice-in-file',
    'taken',
    'no-key',
    'columns',
    'refused',
    'changed',
    'in-use',
  ]),
  field: Type.Optional(Field),
  value: Type.Optional(Type.String()),
  /** What the rules of the API say of it, in English. */
  detail: Type.Optional(Type.String()),
})
export type RowProblem = Static<typeof RowProblem>

export const ImportRow = Type.Object(
  {
    row: Type.Integer({ description: 'as spreadsheets number it: the heading is row 1' }),
    cells: Type.Array(Type.String()),
    checked: Type.Optional(Type.Enum(CHECK_RESULTS)),
    outcome: Type.Optional(Type.Enum(ROW_OUTCOMES)),
    problems: Type.Array(RowProblem),
    entityId: Type.Optional(Id),
  },
  { title: 'ImportRow' },
)
export type ImportRow = Static<typeof ImportRow>

export const listImports = defineEndpoint({
  id: 'workspace.imports.list',
  summary: 'List imports, newest first',
  method: 'GET',
  path: '/workspace/imports',
  auth,
  status: 200,
  reply: SuccessWith({ imports: Type.Array(Import) }),
})

export const getImport = defineEndpoint({
  id: 'workspace.imports.get',
  summary: 'Get an import with its progress',
  method: 'GET',
  path: '/workspace/imports/{id}',
  auth,
  ...byId,
  status: 200,
  reply: SuccessWith({ import: Import }),
  errors: ['not_found'],
})

export const previewImport = defineEndpoint({
  id: 'workspace.imports.preview',
  summary: 'The first rows of the file, as they are read with this encoding and separator, and a guess of the columns',
  method: 'GET',
  path: '/workspace/imports/{id}/preview',
  auth,
  ...byId,
  query: Type.Object({ encoding: Type.Optional(format.encoding), separator: Type.Optional(format.separator) }),
  status: 200,
  reply: SuccessWith({
    ...format,
    headings: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Type.String())),
    mapping: Type.Array(Type.Union([Field, Type.Null()])),
  }),
  errors: ['not_found', 'file_unknown'],
})

export const checkImport = defineEndpoint({
  id: 'workspace.imports.check',
  summary: 'Start the dry run: reads the file and checks every row, and changes nothing',
  method: 'POST',
  path: '/workspace/imports/{id}/check',
  auth,
  ...byId,
  body: ImportOptions,
  status: 200,
  reply: SuccessWith({ import: Import }),
  errors: ['not_found', 'entity_invalid', 'import_state'],
})

export const commandImport = defineEndpoint({
  id: 'workspace.imports.command',
  summary: 'Start, pause, resume, cancel or undo an import',
  method: 'POST',
  path: '/workspace/imports/{id}/command',
  auth,
  ...byId,
  body: Type.Object({ command: Type.Enum(IMPORT_COMMANDS) }),
  status: 200,
  reply: SuccessWith({ import: Import }),
  errors: ['not_found', 'import_state'],
})

export const listImportRows = defineEndpoint({
  id: 'workspace.imports.rows',
  summary: 'List rows of an import by result, in the order of the file',
  method: 'GET',
  path: '/workspace/imports/{id}/rows',
  auth,
  ...byId,
  query: Type.Object({
    result: Type.Enum([...CHECK_RESULTS, ...ROW_OUTCOMES]),
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  }),
  status: 200,
  reply: SuccessWith({ rows: Type.Array(ImportRow), next: Type.Optional(Type.Integer()) }),
  errors: ['not_found'],
})

/** The upload is the raw file; its name and kind are in the query (http/imports.ts). */
export const ImportUpload = Type.Object({ kind: Type.Enum(IMPORT_KINDS), name: Text(255) })
