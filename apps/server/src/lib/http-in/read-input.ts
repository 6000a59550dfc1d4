import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { InputError, type InputReader, inputReader as readerOf } from '@patchbay/contract/base/read-input'
import { fail } from '../errors.ts'

/** Compiled once per endpoint, at start-up. */
export const inputReader = (endpoint: Endpoint): InputReader => {
  const read = readerOf(endpoint)
  return (raw) => {
    try {
      return read(raw)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      const { code, values, fields } = error
      return fail(code, { ...(values && { values }), fields })
    }
  }
}
