import type { Egress } from './egress.ts'

type FetchOptions = { method: string; headers: Record<string, string>; body?: unknown }

const [TOTAL_MS, MAX_BYTES] = [10_000, 512 * 1024]
const WITHOUT_BODY = [204, 205, 304]

/** `fetch` for libraries that bring requests of their own: through the egress guard, without redirects. */
export const guardedFetch =
  (egress: Egress) =>
  async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`${method} is not sent`)
    const answer = await egress.request({
      method,
      url,
      headers,
      ...(body != null && { body: String(body) }),
      totalMs: TOTAL_MS,
      maxBytes: MAX_BYTES,
    })
    if (!answer.ok) throw new Error(answer.reason)
    if (answer.truncated) throw new Error(`the answer is larger than ${MAX_BYTES} bytes`)
    const { status } = answer
    return new Response(WITHOUT_BODY.includes(status) ? null : answer.body, { status, headers: answer.headers })
  }
