// A transport in a process of its own, so that the measurement does not serve what it measures. Answers at once, but not at
// all below /hang.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    if (!request.url?.startsWith('/hang')) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
