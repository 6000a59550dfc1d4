import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { Compile } from 'typebox/compile'

/** In development and tests every response is validated against the contract, unknown members included. */
export const replyChecker = (endpoint: Endpoint): ((reply: unknown) => void) => {
  const validator = Compile(endpoint.reply)
  return (reply) => {
    const sent: unknown = JSON.parse(JSON.stringify(reply))
    const [issue] = validator.Errors(sent)
    if (issue)
      throw new Error(
        `the reply of ${endpoint.id} breaks its contract at ${issue.instancePath || '/'}: ${issue.message}`,
      )
    if (!isDeepStrictEqual(validator.Clean(structuredClone(sent)), sent)) {
      throw new Error(`the reply of ${endpoint.id} has members that its contract does not name`)
    }
  }
}
