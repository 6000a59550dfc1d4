import type { Endpoint, ReplyOf } from '@patchbay/contract/base/endpoint'
import type { HttpClient } from '@patchbay/testkit/http-client'
import type { System } from '../../support/system.ts'
import type { ExampleInput, Recorder } from './recorder.ts'

/** What every part of the scenario has: the system, the module that it calls, and the recorder. */
export type Stage = {
  system: System
  recorder: Recorder
  /** Sends with a key that may do everything. */
  call: <E extends Endpoint>(endpoint: E, input?: ExampleInput<E>) => Promise<ReplyOf<E>>
  /** The address of the stand-in module. */
  moduleUrl: string
  /** An administrator and a manager, signed in to the workspace. */
  ada: HttpClient
  bruno: HttpClient
}

/** The body of an answer of the workspace; a refusal fails. */
export const ofWorkspace = async <T>(reply: ReturnType<HttpClient['get']>): Promise<T> => {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(`the workspace answered ${status}: ${text}`)
  return body
}
