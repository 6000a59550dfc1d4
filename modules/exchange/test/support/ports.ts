import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

// Free ports for a whole stack, so that two runs can go side by side.

const canUse = async (port: number): Promise<boolean> => {
  const udp = await new Promise<boolean>((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => socket.close(() => resolve(true)))
  })
  const tcp = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return udp && tcp
}

/** The first of this many ports in a row, below those that the kernel gives out. */
export const freePorts = async (count: number): Promise<number> => {
  for (;;) {
    const first = 12_000 + 10 * Math.floor(Math.random() * 1_900)
    const all = await Promise.all(Array.from({ length: count }, (_, index) => canUse(first + index)))
    if (all.every(Boolean)) return first
  }
}
