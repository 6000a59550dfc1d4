// An HTTP client that builds requests as the public API clients do. The host name selects the account, so it is sent as
// a header and not resolved.
import { Agent, request } from 'undici'

export type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: never
  text: string
}

export type HttpClient = {
  get: (path: string, query?: Record<string, string>) => Promise<Reply>
  /** application/x-www-form-urlencoded, as most clients do; nested values become JSON strings. */
  post: (path: string, fields?: Record<string, unknown>) => Promise<Reply>
  /** multipart/form-data, as the 5.x PHP client always does. */
  postMultipart: (path: string, fields: Record<string, unknown>) => Promise<Reply>
  postJson: (path: string, body: unknown) => Promise<Reply>
  send: (
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: string | Buffer },
  ) => Promise<Reply>
  with: (more: Record<string, string>) => HttpClient
  cookie: () => string
}

const agent = new Agent({ keepAliveTimeout: 1_000 })

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const encode = (fields: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, asText(value)])).toString()

const multipart = (fields: Record<string, unknown>, boundary: string): string =>
  `${Object.entries(fields)
    .map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
    )
    .join('')}--${boundary}--\r\n`

export const createHttpClient = (origin: string, headers: Record<string, string>): HttpClient => {
  const send: HttpClient['send'] = async (method, path, options = {}) => {
    const answer = await request(`${origin}${path}`, {
      method: method as 'GET',
      headers: { ...headers, ...options.headers },
      ...(options.body !== undefined && { body: options.body }),
      dispatcher: agent,
    })
    const text = await answer.body.text()
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: (isJson ? JSON.parse(text) : undefined) as never,
    }
  }
  const post = (path: string, type: string, body: string) =>
    send('POST', path, { headers: { 'content-type': type }, body })
  return {
    send,
    get: (path, query) => send('GET', query ? `${path}?${new URLSearchParams(query)}` : path),
    post: (path, fields = {}) => post(path, 'application/x-www-form-urlencoded', encode(fields)),
    postMultipart: (path, fields) => {
      const boundary = `----patchbay${crypto.randomUUID()}`
      return post(path, `multipart/form-data; boundary=${boundary}`, multipart(fields, boundary))
    },
    postJson: (path, body) => post(path, 'application/json', JSON.stringify(body)),
    with: (more) => createHttpClient(origin, { ...headers, ...more }),
    cookie: () => headers.cookie ?? '',
  }
}
