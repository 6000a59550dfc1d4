import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jsonResponse, type ModuleResponse, type RequestHandler } from './request.ts'

const MAX_BYTES = 1_048_576

/** Reads the raw body; undefined when it is larger than MAX_BYTES, which no request of the system is. */
export const readBody = async (request: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const writeResponse = (response: ServerResponse, answer: ModuleResponse): void => {
  response.writeHead(answer.status, answer.headers).end(answer.body)
}

const NOT_FOUND = jsonResponse(404, { success: false, errorMsg: 'Not found' })
const TOO_LARGE = jsonResponse(413, { success: false, errorMsg: 'The body is too large' })

/** A request listener for node:http. Requests to paths that are not the module's go to `fallback`. */
export const toNode =
  (
    handler: RequestHandler,
    fallback?: (request: IncomingMessage, response: ServerResponse, body: Uint8Array) => unknown,
  ) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await readBody(request)
      if (!body) return writeResponse(response, TOO_LARGE)
      const { method = 'GET', url = '/', headers } = request
      const answer = await handler({ method, url, headers, body })
      if (answer) writeResponse(response, answer)
      else if (fallback) await fallback(request, response, body)
      else writeResponse(response, NOT_FOUND)
    } catch {
      // The client disconnected, or `fallback` threw.
      if (!response.headersSent)
        writeResponse(response, jsonResponse(500, { success: false, errorMsg: 'Internal error of the module' }))
    }
  }

/** Resolves with the server and its port; port 0 chooses a free one. */
export const listen = async (
  handler: RequestHandler,
  port: number,
  fallback?: Parameters<typeof toNode>[1],
  host?: string,
): Promise<{ server: Server; port: number; close: () => Promise<void> }> => {
  const server = createServer(toNode(handler, fallback))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { server, port: (server.address() as AddressInfo).port, close }
}
