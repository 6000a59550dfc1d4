// A tap between the server and PostgreSQL: shows the messages that the server sends, and can withhold the answers.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Tap = {
  url: string
  /** The types of the messages sent since the last `clear`: Q query, P parse, B bind, D describe, E execute, S sync. */
  sent: () => string
  clear: () => void
  /** From now on answers are kept back. */
  hold: () => void
  /** Lets the answers through, those that were kept back first. */
  resume: () => void
  close: () => Promise<void>
}

/** Cuts a stream into messages: the first of a connection has no type, the others a letter before their length. */
const createReader = (onMessage: (type: string) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  let hasStarted = false
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const start = hasStarted ? 1 : 0
      const size = rest.length >= start + 4 ? start + rest.readInt32BE(start) : Number.POSITIVE_INFINITY
      if (rest.length < size) return
      if (hasStarted) onMessage(rest.toString('latin1', 0, 1))
      hasStarted = true
      rest = rest.subarray(size)
    }
  }
}

export const tapDatabase = async (databaseUrl: string): Promise<Tap> => {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let sent = ''
  let held: (() => void)[] | undefined
  const server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname)
    const read = createReader((type) => {
      sent += type
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
    near.on('data', (chunk: Buffer) => {
      read(chunk)
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      const pass = () => near.write(chunk)
      if (held) held.push(pass)
      else pass()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    sent: () => sent,
    clear: () => {
      sent = ''
    },
    hold: () => {
      held ??= []
    },
    resume: () => {
      const passes = held ?? []
      held = undefined
      for (const pass of passes) pass()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
