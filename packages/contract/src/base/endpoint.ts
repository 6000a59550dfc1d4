import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { NeededRole } from './roles.ts'
import type { Scope } from './scopes.ts'

/** Who may call an endpoint. There is no default: an endpoint that does not say so does not compile. */
export type Auth =
  | { by: 'nobody' }
  /** D-161: some reads are open to a key whose module has not registered yet, besides what its scopes open. */
  | { by: 'api-key'; scope: Scope | null; beforeRegistration?: true }
  | { by: 'transport-token' }
  | { by: 'session'; role: NeededRole }

type EndpointShape = {
  /** slice.verb, also the operationId of the OpenAPI document. */
  id: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI notation: /api/v5/integration-modules/{code} */
  path: string
  auth: Auth
  params?: TObject
  query?: TObject
  body?: TObject
  status: number
  /** A second success status, for an endpoint that distinguishes two results by it. */
  otherStatus?: number
  /** A repeat has no second effect by itself, so an Idempotency-Key needs no transaction around the action (D-84). */
  repeatable?: true
  /** D-93: the answer names the members of the body that are not kept, in `warnings`. */
  warns?: true
  reply: TSchema
  /** The content type of the reply where it is not JSON. */
  replyType?: string
  /** Its own error codes, besides those of its authentication and its schemas. */
  errors?: readonly ErrorCode[]
}

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends { [K in Name]: infer S extends TSchema }
  ? { [K in Name]: Static<S> }
  : unknown

/**
 * The types of input and output. The property is never set: deriving the types from the schemas at each use would cost
 * the compiler seconds.
 */
export type PhantomType<Input, Reply> = { carries?: (input: Input) => Reply }

/** One value that drives the route, the typed client, the fakes and the OpenAPI document. */
export const defineEndpoint = <const E extends EndpointShape>(
  endpoint: E,
): E & PhantomType<Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>, Static<E['reply']>> => endpoint

export type Endpoint = EndpointShape

export type InputOf<E> = E extends PhantomType<infer Input, unknown> ? Input : never

export type ReplyOf<E> = E extends PhantomType<never, infer Reply> ? Reply : never

/** Each of the three APIs has its own error format and its own way to read bodies. */
export type Surface = 'api' | 'transport' | 'workspace'

export const surfaceOf = (path: string): Surface =>
  path.startsWith('/api/transport/') ? 'transport' : path.startsWith('/api/') ? 'api' : 'workspace'
