import { surfaceOf } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

type Failure = {
  code: ErrorCode
  message: string
  fields?: Record<string, string> | undefined
  values?: Record<string, string | number> | undefined
}

/** E-01: the body of an error response, in the shape of the API that the path belongs to. */
export const errorBody = ({ code, message, fields, values }: Failure, path: string): object => {
  const surface = surfaceOf(path)
  // Modules show their users the first one only, so the reason comes first.
  if (surface === 'transport')
    return { errors: [...Object.entries(fields ?? {}).map(([name, text]) => `${name}: ${text}`), message] }
  return {
    success: false,
    errorMsg: message,
    errorCode: code,
    ...(fields && { errors: fields }),
    ...(values && surface === 'workspace' && { errorValues: values }),
  }
}
