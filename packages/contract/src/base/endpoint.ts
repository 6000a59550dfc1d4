import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

/** Who may call an endpoint. There is no default: an endpoint that does not say so does not compile. */
export type Auth =
  | { by: 'nobody' }
  | { by: 'api-key'; scope: Scope | null }
  | { by: 'transport-token' }
  | { by: 'session'; role: 'admin' | 'manager' }

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
  /** Of an endpoint that says by its status which of two good things happened. */
  otherStatus?: number
  reply: TSchema
  /** The refusals of its own, beyond those that its way of authentication and its schemas bring along. */
  errors?: readonly ErrorCode[]
}

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends { [K in Name]: infer S extends TSchema }
  ? { [K in Name]: Static<S> }
  : unknown

/**
 * What goes in and what comes out, as types. The property is never there: working the types out of the schemas anew at
 * each use would cost the compiler seconds.
 */
export type PhantomType<Input, Reply> = { carries?: (input: Input) => Reply }

/** One value that drives the route, the typed client, the fakes and the OpenAPI document. */
export const defineEndpoint = <const E extends EndpointShape>(
  endpoint: E,
): E & PhantomType<Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>, Static<E['reply']>> => endpoint

export type Endpoint = EndpointShape

export type InputOf<E> = E extends PhantomType<infer Input, unknown> ? Input : never

export type ReplyOf<E> = E extends PhantomType<never, infer Reply> ? Reply : never

/** The three faces of the system render errors and read bodies each in its own way. */
export type Surface = 'api' | 'transport' | 'workspace'

export const surfaceOf = (path: string): Surface =>
  path.startsWith('/api/transport/') ? 'transport' : path.startsWith('/api/') ? 'api' : 'workspace'
