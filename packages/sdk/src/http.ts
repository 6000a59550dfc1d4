// One request to the system, tried again only where a second try cannot do harm.

/** What the system said no to, or why it could not be asked. */
export class ApiError extends Error {
  /** 0 when there was no answer at all. */
  readonly status: number
  readonly body: unknown

  constructor(message: string, status: number, body: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

export type Patience = {
  /** How often a request is sent at most. */
  tries?: number
  /** How long one try may take. */
  timeoutMs?: number
  /** The first pause between two tries; each further one is twice as long. */
  pauseMs?: number
}

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array
  /**
   * May the request be sent again when nobody knows whether it was carried out? A refusal for being busy (429, 503) may
   * always be followed by another try: nothing was done.
   */
  repeatable: boolean
}

type Tried = { ok: true; status: number; body: unknown; retryAfter: string | null } | { ok: false; error: Error }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const tryOnce = async ({ method, url, headers, body }: Call, timeoutMs: number): Promise<Tried> => {
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

/** Retry-After, in seconds or as a date; never more than a minute, so that nobody waits for a mistake. */
const askedPause = (retryAfter: string | null): number | undefined => {
  if (retryAfter === null) return undefined
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 60_000) : undefined
}

const BUSY = [429, 503]

const mayRepeat = (call: Call, tried: Tried): boolean => {
  if (!tried.ok) return call.repeatable
  return BUSY.includes(tried.status) || (call.repeatable && tried.status >= 500)
}

const sentence = (status: number, body: unknown): string => {
  const { errorMsg, errors } = (body ?? {}) as { errorMsg?: unknown; errors?: unknown }
  const first = Array.isArray(errors) ? errors[0] : undefined
  const said = typeof errorMsg === 'string' ? errorMsg : typeof first === 'string' ? first : `HTTP ${status}`
  return errors && !Array.isArray(errors) ? `${said}: ${JSON.stringify(errors)}` : said
}

export type Sent = { status: number; body: unknown; tries: number }

/** Sends a request; resolves with any 2xx, throws an ApiError otherwise. */
export const send = async (call: Call, patience: Patience = {}): Promise<Sent> => {
  const { tries = 5, timeoutMs = 20_000, pauseMs = 500 } = patience
  for (let attempt = 1; ; attempt++) {
    const tried = await tryOnce(call, timeoutMs)
    if (tried.ok && tried.status < 300) return { status: tried.status, body: tried.body, tries: attempt }
    if (attempt >= tries || !mayRepeat(call, tried)) {
      if (!tried.ok)
        throw new ApiError(`No answer from ${new URL(call.url).origin}: ${tried.error.message}`, 0, undefined)
      throw Object.assign(new ApiError(sentence(tried.status, tried.body), tried.status, tried.body), {
        tries: attempt,
      })
    }
    const pause = (tried.ok ? askedPause(tried.retryAfter) : undefined) ?? pauseMs * 2 ** (attempt - 1)
    await new Promise((resolve) => setTimeout(resolve, pause * (0.9 + 0.2 * Math.random())))
  }
}
