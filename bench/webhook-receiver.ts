// A webhook receiver as a separate process. It responds at once, except under /hang, where it never responds. It uses
// plain sockets to leave the CPU to the worker.
import { type AddressInfo, createServer } from 'node:net'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

const server = createServer((socket) => {
  let text = ''
  socket.setNoDelay(true)
  socket.setEncoding('latin1') // one character per byte, so that lengths are in bytes
  socket.on('error', () => undefined)
  socket.on('data', (chunk: string) => {
    text += chunk
    const body = text.indexOf('\r\n\r\n') + 4
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
    if (body < 4 || text.length < body + length) return
    const hangs = text.startsWith('POST /hang')
    text = ''
    if (!hangs) socket.write(ANSWER)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
