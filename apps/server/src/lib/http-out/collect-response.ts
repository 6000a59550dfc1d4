import type { Dispatcher } from 'undici'

// One request straight on undici's dispatcher: a stream, a signal or an iterator would cost as much as the request itself.

export type Collected = { status: number; headers: Record<string, string>; bytes: Buffer; truncated: boolean }

export type CollectOptions = {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer | undefined
  maxBytes: number
  /** The deadline, as performance.now() counts. */
  deadline: number
  /** Called when the first byte is about to be written: a failure before it is certain to have had no effect. */
  onSending: () => void
}

type Headers = Record<string, string | string[] | undefined>

export const plainHeaders = (headers: Headers): Record<string, string> => {
  const plain: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    plain[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
  return plain
}

export class TooLate extends Error {}

/** Collects the body until it is complete or too large. */
const createKeeper = (maxBytes: number) => {
  const chunks: Buffer[] = []
  let [size, status, headers]: [number, number, Headers] = [0, 0, {}]
  return {
    begin: (statusCode: number, given: Headers) => {
      status = statusCode
      headers = given
    },
    /** False when the body exceeds the limit. */
    add: (chunk: Buffer): boolean => {
      const room = maxBytes - size
      size += chunk.length
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      return size <= maxBytes
    },
    whole: (): Collected => {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      return { status, headers: plainHeaders(headers), bytes, truncated: size > maxBytes }
    },
  }
}

export const collectResponse = (dispatcher: Dispatcher, asked: CollectOptions): Promise<Collected> =>
  new Promise((resolve, reject) => {
    const { url, method, headers, body, maxBytes, deadline, onSending } = asked
    const keeper = createKeeper(maxBytes)
    let controller: Dispatcher.DispatchController | undefined
    let over = false
    const settle = (how: () => void) => {
      if (over) return
      over = true
      clearTimeout(timer)
      how()
    }
    const timer = setTimeout(
      () => {
        const late = new TooLate()
        settle(() => reject(late))
        controller?.abort(late)
      },
      Math.max(0, deadline - performance.now()),
    )
    // Our deadline covers everything; undici's own time-outs would add two timers per request.
    const untimed = { headersTimeout: 0, bodyTimeout: 0 }
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, body: body ?? null, ...untimed },
      {
        onRequestStart: (started) => {
          controller = started
          // It waited for a connection past its deadline: nothing is sent.
          if (over) started.abort(new TooLate())
          else onSending()
        },
        onResponseStart: (_, status, given) => keeper.begin(status, given),
        onResponseData: (started, chunk) => {
          if (keeper.add(chunk)) return
          settle(() => resolve(keeper.whole()))
          started.abort(new Error('more than was asked for'))
        },
        onResponseEnd: () => settle(() => resolve(keeper.whole())),
        onResponseError: (_, error) => settle(() => reject(error)),
      },
    )
  })
