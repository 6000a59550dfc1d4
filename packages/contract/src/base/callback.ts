import type { Static, TObject, TSchema } from 'typebox'

type CallbackShape = {
  /** slice.verb, also the name under `webhooks` of the OpenAPI document. */
  id: string
  summary: string
  method: 'GET' | 'POST'
  /** Which address of the module is called. */
  where: string
  /** The parameters: of the query for a GET; of a form for a POST, where nested values are JSON strings. */
  parameters: TObject
  /** The parameters are the JSON body of the POST, not a form. */
  isJson?: true
  /** D-45: carries the key of its operation as Idempotency-Key, the same in every attempt. */
  hasIdempotencyKey?: true
  /** D-69: events of one chat come in order, numbered by webhook-sequence, with the module's clientId as a header. */
  isOrdered?: true
  /** Sent before the module is registered, so there is no secret to sign with yet. */
  isUnsigned?: true
  /** What the module should answer; absent where the body of the answer is ignored. */
  answer?: TSchema
  /** The content type of the answer where it is not JSON. */
  answerType?: string
}

/** A request that the system sends to a module: the same idea as defineEndpoint, in the other direction. */
export const defineCallback = <const C extends CallbackShape>(callback: C): C & { carries?: Static<C['parameters']> } =>
  callback

export type Callback = CallbackShape

export type ParametersOf<C> = C extends { carries?: infer Parameters } ? NonNullable<Parameters> : never

/** The parameters on the wire: strings as they are, everything else as JSON; undefined ones are omitted. */
export const encodeParameters = (parameters: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
