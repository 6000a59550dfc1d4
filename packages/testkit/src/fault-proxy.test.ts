import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

let proxy: FaultProxy
let close: () => void
const received: string[] = []

beforeEach(async () => {
  received.length = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      received.push(String(chunk))
      socket.write(`answer to ${chunk}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  proxy = await startFaultProxy(() => (server.address() as { port: number }).port)
})
afterEach(async () => {
  await proxy.close()
  close()
})

const open = async (): Promise<Socket> => {
  const socket = connect(proxy.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Unlike `once`, not rejected by the reset. */
const whenClosed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const ask = async (socket: Socket, text: string): Promise<string> => {
  socket.write(text)
  const [chunk] = await once(socket, 'data')
  return String(chunk)
}

it('passes both directions', async () => {
  const socket = await open()
  expect(await ask(socket, 'hello')).toBe('answer to hello')
  expect(proxy.connections()).toBe(1)
})

it('holds everything back while frozen, also new connections, and passes it when healed', async () => {
  const [socket, other] = [await open(), await open()]
  await ask(other, 'before')
  proxy.freeze()
  const frozen = ask(socket, 'frozen')
  const late = ask(await open(), 'late')
  // A later connection elsewhere shows that time has passed.
  const direct = await startFaultProxy(() => proxy.port)
  await direct.close()
  expect(received).toEqual(['before'])
  proxy.heal()
  expect(await frozen).toBe('answer to frozen')
  expect(await late).toBe('answer to late')
})

it('loses the answer of one request, which takes effect', async () => {
  const [socket, other] = [await open(), await open()]
  const lost = proxy.loseAnswer('commit')
  expect(await ask(other, 'select')).toBe('answer to select')
  socket.write('commit')
  const closed = whenClosed(socket)
  await lost
  await closed
  expect(received).toContain('commit')
  expect(await ask(await open(), 'commit')).toBe('answer to commit')
})

it('resets and refuses connections', async () => {
  const socket = await open()
  const closed = whenClosed(socket)
  proxy.refuse()
  await closed
  const refused = connect(proxy.port, '127.0.0.1')
  refused.on('error', () => undefined)
  await whenClosed(refused)
  proxy.heal()
  expect(await ask(await open(), 'again')).toBe('answer to again')
})
