import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answering, jsonAnswer, type ModuleAnswer } from './request.ts'

const MAX_BYTES = 1_048_576

/** Reads the body as it came; what is larger than a module is ever sent is not read to its end. */
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

export const write = (response: ServerResponse, answer: ModuleAnswer): void => {
  response.writeHead(answer.status, answer.headers).end(answer.body)
}

const NOWHERE = jsonAnswer(404, { success: false, errorMsg: 'There is nothing at this address' })
const TOO_LARGE = jsonAnswer(413, { success: false, errorMsg: 'The body is too large' })

/** For Node's http: a listener that answers the module's addresses, and hands on what is not one of them. */
export const toNode =
  (
    answering: Answering,
    otherwise?: (request: IncomingMessage, response: ServerResponse, body: Uint8Array) => unknown,
  ) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await readBody(request)
      if (!body) return write(response, TOO_LARGE)
      const { method = 'GET', url = '/', headers } = request
      const answer = await answering({ method, url, headers, body })
      if (answer) write(response, answer)
      else if (otherwise) await otherwise(request, response, body)
      else write(response, NOWHERE)
    } catch {
      // The caller went away in the middle of the request, or `otherwise` failed: there is nobody left to tell more.
      if (!response.headersSent)
        write(response, jsonAnswer(500, { success: false, errorMsg: 'The module failed inside' }))
    }
  }

/** Listens; resolves with the server and the port, which is a free one when it was 0. */
export const listen = async (
  answering: Answering,
  port: number,
  otherwise?: Parameters<typeof toNode>[1],
  host?: string,
): Promise<{ server: Server; port: number; close: () => Promise<void> }> => {
  const server = createServer(toNode(answering, otherwise))
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
