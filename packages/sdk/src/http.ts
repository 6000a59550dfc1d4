// One request to the system, retried only where a second attempt cannot do harm.

/** The system refused the request, or could not be reached. */
export class ApiError extends Error {
  /** 0 when there was no response. */
  readonly status: number
  readonly body: unknown

  constructor(message: string, status: number, body: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

export type RetryOptions = {
  maxAttempts?: number
  /** Time-out of one attempt. */
  timeoutMs?: number
  /** The pause before the second attempt; it doubles with each further one. */
  backoffMs?: number
}

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array
  /**
   * Whether the request may be repeated when it is unknown if it was carried out (time-out, 5xx). After 429 and 503
   * every request is retried: nothing was done.
   */
  retryable: boolean
}

type AttemptResult =
  | { ok: true; status: number; body: unknown; retryAfter: string | null }
  | { ok: false; error: Error }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const tryOnce = async ({ method, url, headers, body }: HttpRequest, timeoutMs: number): Promise<AttemptResult> => {
  try {
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
    })
    const text = await answer.text()
    return { ok: true, status: answer.status, body: parse(text), retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** Retry-After, in seconds or as a date, capped at a minute: a wrong header must not stop the module. */
const retryAfterMs = (retryAfter: string | null): number | undefined => {
  if (retryAfter === null) return undefined
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 60_000) : undefined
}

const BUSY = [429, 503]

const canRetry = (request: HttpRequest, result: AttemptResult): boolean => {
  if (!result.ok) return request.retryable
  return BUSY.includes(result.status) || (request.retryable && result.status >= 500)
}

const errorMessage = (status: number, body: unknown): string => {
  const { errorMsg, errors } = (body ?? {}) as { errorMsg?: unknown; errors?: unknown }
  const first = Array.isArray(errors) ? errors[0] : undefined
  const said = typeof errorMsg === 'string' ? errorMsg : typeof first === 'string' ? first : `HTTP ${status}`
  return errors && !Array.isArray(errors) ? `${said}: ${JSON.stringify(errors)}` : said
}

export type SendResult = { status: number; body: unknown; maxAttempts: number }

/** Resolves with any 2xx response, throws an ApiError otherwise. */
export const send = async (request: HttpRequest, retry: RetryOptions = {}): Promise<SendResult> => {
  const { maxAttempts = 5, timeoutMs = 20_000, backoffMs = 500 } = retry
  for (let attempt = 1; ; attempt++) {
    const result = await tryOnce(request, timeoutMs)
    if (result.ok && result.status < 300) return { status: result.status, body: result.body, maxAttempts: attempt }
    if (attempt >= maxAttempts || !canRetry(request, result)) {
      if (!result.ok)
        throw new ApiError(`No answer from ${new URL(request.url).origin}: ${result.error.message}`, 0, undefined)
      throw Object.assign(new ApiError(errorMessage(result.status, result.body), result.status, result.body), {
        maxAttempts: attempt,
      })
    }
    const pause = (result.ok ? retryAfterMs(result.retryAfter) : undefined) ?? backoffMs * 2 ** (attempt - 1)
    await new Promise((resolve) => setTimeout(resolve, pause * (0.9 + 0.2 * Math.random())))
  }
}
