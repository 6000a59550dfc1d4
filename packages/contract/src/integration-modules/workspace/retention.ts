import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Line, Moment, SuccessWith } from '../../base/types.ts'
import { MOST_RETENTION_DAYS, RETENTION_KINDS } from '../../platform/retention-constants.ts'

// D-144: how long the account keeps calls, messages and logs.

const KeepDays = Type.Union([Type.Integer({ minimum: 1, maximum: MOST_RETENTION_DAYS }), Type.Null()], {
  description: 'null: for ever',
})

export const RetentionSetting = Type.Object(
  {
    kind: Type.Enum(RETENTION_KINDS),
    keepDays: KeepDays,
    /** Everything before was deleted. */
    deletedTo: Type.Optional(Moment),
  },
  { title: 'RetentionSetting' },
)
export type RetentionSetting = Static<typeof RetentionSetting>

export const Retention = Type.Object(
  {
    settings: Type.Array(RetentionSetting),
    /** A legal hold of the operator: nothing is deleted while it lasts. */
    hold: Type.Optional(Type.Object({ since: Moment, because: Line(1000) })),
  },
  { title: 'Retention' },
)
export type Retention = Static<typeof Retention>

/** Absent: for ever. The reader of requests takes null for absent. */
const ChangedDays = Type.Integer({ minimum: 1, maximum: MOST_RETENTION_DAYS, description: 'absent: for ever' })

const Changes = Type.Object({
  settings: Type.Array(Type.Object({ kind: Type.Enum(RETENTION_KINDS), keepDays: Type.Optional(ChangedDays) }), {
    minItems: 1,
    maxItems: RETENTION_KINDS.length,
  }),
})
export type RetentionChanges = Static<typeof Changes>

const auth = { by: 'session', role: 'admin' } as const

export const getRetention = defineEndpoint({
  id: 'workspace.retention.get',
  summary: 'How long the account keeps calls, messages and logs',
  method: 'GET',
  path: '/workspace/retention',
  auth,
  status: 200,
  reply: SuccessWith({ retention: Retention }),
})

/** Counted up to a limit; `more` says that there are more. */
export const RetentionPreview = Type.Object(
  { kind: Type.Enum(RETENTION_KINDS), before: Moment, rows: Type.Integer({ minimum: 0 }), more: Type.Boolean() },
  { title: 'RetentionPreview' },
)
export type RetentionPreview = Static<typeof RetentionPreview>

export const previewRetention = defineEndpoint({
  id: 'workspace.retention.preview',
  summary: 'What these settings would delete now; nothing is changed',
  method: 'POST',
  path: '/workspace/retention/preview',
  auth,
  body: Changes,
  status: 200,
  reply: SuccessWith({ deleted: Type.Array(RetentionPreview) }),
  errors: ['entity_invalid'],
})

export const changeRetention = defineEndpoint({
  id: 'workspace.retention.change',
  summary: 'Change how long the account keeps these kinds of data; what is older is deleted within a day',
  method: 'POST',
  path: '/workspace/retention',
  auth,
  body: Changes,
  status: 200,
  reply: SuccessWith({ retention: Retention }),
  errors: ['entity_invalid'],
})
