// A TCP proxy in front of PostgreSQL, Redis or a module that delays, freezes, cuts and loses what passes. It runs in the
// test's own process and needs no privileges.
import { createServer, connect as openSocket, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export type FaultProxy = {
  port: number
  /** Every byte in both directions is late by this much. */
  delay: (ms: number) => void
  /** Nothing passes and nothing is closed, as when a cable is pulled; new connections hang too. */
  freeze: () => void
  /** Closes all connections with a reset; new ones pass. */
  reset: () => void
  /** Refuses connections and resets those that are open. */
  refuse: () => void
  /** Ends freeze, delay and refuse. Frozen bytes pass. */
  heal: () => void
  /**
   * For the next request that contains the text: it reaches the server, its answer is lost and the connection reset.
   * Resolves when the server has answered.
   */
  loseAnswer: (text: string | RegExp) => Promise<void>
  connections: () => number
  close: () => Promise<void>
}

type Pair = { client: Socket; server: Socket; isDoomed: boolean }

/** What the proxy does at the moment, and what it holds back. */
type State = {
  pairs: Set<Pair>
  lateMs: number
  isFrozen: boolean
  refuses: boolean
  held: (() => void)[]
  loss: { text: string | RegExp; done: () => void } | undefined
}

const destroy = ({ client, server }: Pair): void => {
  client.resetAndDestroy()
  server.resetAndDestroy()
}

const matches = (chunk: Buffer, text: string | RegExp): boolean =>
  typeof text === 'string' ? chunk.includes(text) : text.test(chunk.toString('latin1'))

/** One direction; `onChunk` says whether the bytes pass. */
const line = (state: State, onChunk: (chunk: Buffer) => boolean): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const pass = () => (onChunk(chunk) ? done(null, chunk) : done())
      if (state.isFrozen) state.held.push(pass)
      else if (state.lateMs > 0) setTimeout(pass, state.lateMs)
      else pass()
    },
  })

const join = (state: State, client: Socket, server: Socket): void => {
  const pair: Pair = { client, server, isDoomed: false }
  state.pairs.add(pair)
  for (const socket of [client, server]) {
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      state.pairs.delete(pair)
      // In a freeze nobody learns that the other side has gone.
      if (state.isFrozen) state.held.push(() => destroy(pair))
      else destroy(pair)
    })
  }
  const onRequest = (chunk: Buffer): boolean => {
    if (state.loss && matches(chunk, state.loss.text)) {
      pair.isDoomed = true
      server.once('data', state.loss.done)
      state.loss = undefined
    }
    return true
  }
  const onAnswer = (): boolean => {
    if (pair.isDoomed) destroy(pair)
    return !pair.isDoomed
  }
  client.pipe(line(state, onRequest)).pipe(server)
  server.pipe(line(state, onAnswer)).pipe(client)
}

/** `target` is a function, since a server may start after its proxy. */
export const startFaultProxy = async (target: () => number, host = '127.0.0.1'): Promise<FaultProxy> => {
  const state: State = { pairs: new Set(), lateMs: 0, isFrozen: false, refuses: false, held: [], loss: undefined }
  const connect = (client: Socket) => join(state, client, openSocket(target(), host))
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (state.refuses) client.resetAndDestroy()
    else if (state.isFrozen) state.held.push(() => connect(client))
    else connect(client)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const reset = (): void => {
    for (const pair of state.pairs) destroy(pair)
  }
  const heal = (): void => {
    Object.assign(state, { lateMs: 0, isFrozen: false, refuses: false })
    for (const pass of state.held.splice(0)) pass()
  }
  return {
    port: (server.address() as { port: number }).port,
    delay: (ms) => {
      state.lateMs = ms
    },
    freeze: () => {
      state.isFrozen = true
    },
    reset,
    refuse: () => {
      state.refuses = true
      reset()
    },
    heal,
    loseAnswer: (text) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.loss = { text, done: resolve }
      return promise
    },
    connections: () => state.pairs.size,
    close: async () => {
      heal()
      reset()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
