import Type, { type TSchema } from 'typebox'
import { SCOPES } from './scopes.ts'

// Basic types of the API. Each schema describes what we send; liberal.ts (D-03) defines what else is accepted.

/** A day of the calendar. PostgreSQL has no year 0. */
export const Day = Type.String({
  format: 'date',
  pattern: '^(?!0000)',
  description: 'a day in the time zone of the account',
})

export const Text = (maxLength = 255) => Type.String({ minLength: 1, maxLength })
/** May be empty: a cleared name is still a name. */
export const Line = (maxLength = 255) => Type.String({ maxLength })
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** An id that public clients read as a string (telephony). */
export const IdText = Type.String({ pattern: '^[1-9][0-9]{0,15}$' })
export const Uuid = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' })
export const Code = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$', maxLength: 64 })
export const WebAddress = Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2048 })
export const EmailAddress = Type.String({ format: 'email', maxLength: 254 })
/** The keyset cursor of a list in the order of time; opaque to clients. */
export const Cursor = Type.String({ pattern: '^[0-9]{1,18}\\.[0-9]{1,15}$' })
export const Moment = Type.String({ format: 'date-time' })

/** 1.1: how times are sent; local-time.ts reads and writes them. */
export const LocalTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
  description: "Y-m-d H:i:s in the account's time zone",
})
/** How times are accepted. */
export const LocalTimeIn = Type.String({
  pattern: '^\\d{4}-\\d{1,2}-\\d{1,2}([ T]\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?)?$',
  description: "Y-m-d H:i:s or Y-m-d in the account's time zone, or ISO 8601 with an offset",
})

/** What clients send: a number or a decimal string. Read it with readMoney. */
export const AmountIn = Type.Union([Type.Number(), Type.String({ maxLength: 40 })], { title: 'Amount' })
/** What we send: a JSON number. */
export const Amount = Type.Number()

export const Scope = Type.Enum(SCOPES, { title: 'Scope' })

/** POST parameters that hold nested values arrive as one JSON string each (D-02); forms may carry them so. */
export const Success = Type.Object({ success: Type.Literal(true) })
export const SuccessWith = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object({ success: Type.Literal(true), ...properties })

/** D-93: the answer of an endpoint that `warns`. */
export const SuccessWithWarnings = <P extends Record<string, TSchema>>(properties: P) =>
  SuccessWith({
    ...properties,
    warnings: Type.Optional(
      Type.Array(Type.String(), { description: 'The members of the request that are not kept, and why' }),
    ),
  })

/** E-01: the body of every error response of the integration API and of the workspace. */
export const ErrorReply = Type.Object({
  success: Type.Literal(false),
  errorMsg: Type.String(),
  /** A code of base/errors.ts, for programs; texts are for people. */
  errorCode: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
})

/** The transport API's own shape; `errors` is never empty, since a public client reads its first element. */
export const TransportErrorReply = Type.Object({ errors: Type.Array(Type.String(), { minItems: 1 }) })
