// A webhook receiver as a separate process. It responds at once, except under /hang, where it never responds. It uses
// plain sockets to leave the CPU to the worker. Asked by a message, it says what came.
import { type AddressInfo, createServer } from 'node:net'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

export type Received = {
  /** How often each webhook-id came, without those under /hang. */
  ids: [id: string, times: number][]
  /** Requests under /hang. */
  hanging: number
}

const ids = new Map<string, number>()
let hanging = 0

const count = (text: string): void => {
  const id = /\r\nwebhook-id: (\S+)/i.exec(text)?.[1] ?? ''
  // Copied when it is new: a part of a string keeps all of it.
  const times = ids.get(id)
  ids.set(times === undefined ? Buffer.from(id).toString() : id, (times ?? 0) + 1)
}

process.on('message', () => process.send?.({ ids: [...ids], hanging } satisfies Received))

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
    if (hangs) hanging++
    else {
      count(text)
      socket.write(ANSWER)
    }
    text = ''
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
