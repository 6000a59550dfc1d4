// An HTTP server on a real socket that records every request and responds with a given handler.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = {
  method: string
  path: string
  query: URLSearchParams
  search: string
  headers: IncomingHttpHeaders
  body: string
  form: URLSearchParams
}

export type ResponseHandler = (received: ReceivedRequest, response: ServerResponse) => void | Promise<void>

export type Receiver = {
  url: string
  port: number
  received: ReceivedRequest[]
  answer: (handler: ResponseHandler) => void
  /** Waits until this many requests have arrived. */
  waitFor: (count: number, ms?: number) => Promise<void>
  close: () => Promise<void>
}

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const success: ResponseHandler = (_received, response) => json(response, 200, { success: true })

export const startReceiver = async (handler: ResponseHandler = success, host = '127.0.0.1'): Promise<Receiver> => {
  const received: ReceivedRequest[] = []
  let answer = handler
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const url = new URL(request.url ?? '/', 'http://receiver')
      const body = Buffer.concat(chunks).toString('utf8')
      const one: ReceivedRequest = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        search: url.search.slice(1),
        headers: request.headers,
        body,
        form: new URLSearchParams(body),
      }
      received.push(one)
      await answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    received,
    answer: (next) => {
      answer = next
    },
    waitFor: async (count, ms = 120_000) => {
      const end = Date.now() + ms
      while (received.length < count) {
        if (Date.now() > end) throw new Error(`${received.length} of ${count} requests arrived within ${ms} ms`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
