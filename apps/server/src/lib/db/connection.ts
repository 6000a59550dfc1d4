import type { Writable } from 'node:stream'
import type pg from 'pg'
import { fail, isStaleStatement } from '../errors.ts'
import { poolWaits } from '../process/telemetry.ts'
import { isGateError, isReadOnly, isUnreplicatedCommit } from './pg-errors.ts'

// A connection of the pool, as the Kysely driver and the one-message path use it: how it is acquired and released, how
// a query is sent on it, how statements are named, and when it is closed.

type State = {
  /** Queries that were sent and have no answer yet. */
  pending: number
  /** Its prepared statements are stale, or it leads to a standby; it is closed on release. */
  isStale: boolean
  /** A commit on it was acknowledged without its standby. */
  isUnreplicated: boolean
  /** Whether its statements may have names: behind a transaction pooler each transaction may run on another server. */
  isNaming: boolean
  /** The connections of the same pool. */
  siblings: Set<State>
}

const states = new WeakMap<pg.ClientBase, State>()

const stateOf = (client: pg.ClientBase): State => {
  const state = states.get(client)
  if (!state) throw new Error('this connection was not opened by openDatabase')
  return state
}

type Socket = Writable & { setTimeout: (ms: number) => unknown }

const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * PostgreSQL ends slow statements by its own time-outs. If it is silent for longer than that while a query is pending,
 * the connection is closed. The socket's timer restarts with every read and write, and costs a query nothing.
 */
const closeWhenSilent = (client: pg.ClientBase, state: State, readTimeoutMs: number): void => {
  const socket = socketOf(client)
  socket.setTimeout(readTimeoutMs)
  socket.on('timeout', () => {
    if (state.pending > 0) socket.destroy(new Error('Query read timeout'))
  })
}

/**
 * D-141: a commit whose wait for the synchronous standby was cancelled is answered as a success, with only a warning. It
 * is lost when the standby takes over, so its outcome is unknown. The code is PostgreSQL's own for that.
 */
class CommitUnreplicated extends Error {
  readonly code = '08007'
}

/** Called once for each new connection, with the set of those of its pool. */
export const trackConnection = (
  client: pg.ClientBase,
  siblings: Set<State>,
  { readTimeoutMs, isNaming }: { readTimeoutMs: number; isNaming: boolean },
): void => {
  const state: State = { pending: 0, isStale: false, isUnreplicated: false, isNaming, siblings }
  states.set(client, state)
  client.on('notice', (notice) => {
    if (isUnreplicatedCommit(notice)) state.isUnreplicated = true
  })
  siblings.add(state)
  client.once('end', () => siblings.delete(state))
  closeWhenSilent(client, state, readTimeoutMs)
}

/** A changed table makes the statements of all connections stale: none that is open now is used again. */
const markStale = ({ isStale, siblings }: State): void => {
  if (isStale) return
  for (const sibling of siblings) sibling.isStale = true
  siblings.clear()
}

type PoolLimits = { name: string; max: number; mostWaiting: number }

const limits = new WeakMap<pg.Pool, PoolLimits>()

export const limitPool = (pool: pg.Pool, limit: PoolLimits): void => void limits.set(pool, limit)

/** Too many already wait for a connection. The code is PostgreSQL's own for it: retry later. */
export class PoolBusy extends Error {
  readonly code = '53300'
}

/** A bounded wait for a connection, in a queue of bounded length: one without end would answer nobody in time. */
const waitInLine = async (pool: pg.Pool, { name, mostWaiting }: PoolLimits): Promise<pg.PoolClient> => {
  const since = performance.now()
  let outcome = 'refused'
  try {
    if (pool.waitingCount >= mostWaiting) throw new PoolBusy(`more than ${mostWaiting} wait for a connection`)
    const client = await pool.connect()
    outcome = 'served'
    return client
  } finally {
    poolWaits.observe({ pool: name, outcome }, (performance.now() - since) / 1000)
  }
}

/** The limit of a pool all of whose connections are in use. */
const limitReached = (pool: pg.Pool): PoolLimits | undefined => {
  const limit = limits.get(pool)
  return limit && pool.idleCount === 0 && pool.totalCount >= limit.max ? limit : undefined
}

export const isFull = (pool: pg.Pool): boolean => limitReached(pool) !== undefined

const connect = (pool: pg.Pool): Promise<pg.PoolClient> => {
  const limit = limitReached(pool)
  return limit ? waitInLine(pool, limit) : pool.connect()
}

export const acquire = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  const client = await connect(pool)
  if (!stateOf(client).isStale) return client
  client.release(true)
  return acquire(pool)
}

export const release = (client: pg.PoolClient): void => client.release(stateOf(client).isStale)

/** Whether statements can be prepared on this connection for later transactions. */
export const keepsStatements = (client: pg.ClientBase): boolean => stateOf(client).isNaming

type Submit = (query: pg.Query, done: (error: Error | null, result: unknown) => void) => void

/**
 * Promises that pg makes itself, and its own time-out of a query, keep answers alive past the young collections
 * (measured: docs/decisions/node-26.md); a callback does not.
 */
export const send = async (client: pg.ClientBase, query: pg.Query): Promise<unknown> => {
  const state = stateOf(client)
  state.pending++
  try {
    const result = await new Promise((resolve, reject) => {
      const submit: Submit = client.query.bind(client)
      submit(query, (error, result) => (error ? reject(error) : resolve(result)))
    })
    if (state.isUnreplicated) throw new CommitUnreplicated('the commit did not reach the standby')
    return result
  } catch (error) {
    if (isStaleStatement(error)) markStale(state)
    // The others may lead to the primary.
    if (isReadOnly(error) || state.isUnreplicated) state.isStale = true
    if (isGateError(error)) fail('unavailable', { retryAfter: 2, cause: error })
    // The stack trace points to the caller, not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  } finally {
    state.pending--
  }
}

/** Everything that `write` sends leaves in one packet. */
export const inOneWrite = <T>(client: pg.ClientBase, write: () => T): T => {
  const socket = socketOf(client)
  socket.cork()
  try {
    return write()
  } finally {
    socket.uncork()
  }
}

const MAX_STATEMENT_NAMES = 1000
const names = new Map<string, string>()

/**
 * PostgreSQL parses and plans a statement once when it has a name; Kysely gives none. Named here by their text, they
 * cost the database half (measured: docs/decisions/kysely.md). The map is bounded: a statement whose text varies
 * without end (an IN list; write `= any($1)`) would otherwise fill the server's memory.
 */
export const statementName = (client: pg.ClientBase, text: string): string | undefined => {
  if (!stateOf(client).isNaming) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_STATEMENT_NAMES) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
