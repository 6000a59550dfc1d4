import { ApiError } from './http.ts'

// What the system must hear, however long it is away: the module writes it down together with what happened, and an
// outbox sends it, one after the other, until it was taken.

export type OutboxOptions<Item> = {
  /** The oldest that was not sent yet. */
  next: () => Item | undefined
  send: (item: Item) => Promise<unknown>
  /** It was taken; or refused for good, with this sentence. */
  close: (item: Item, refused: string | null) => void
  log?: (line: string) => void
  /** The pause after the first failure; each further one is twice as long, up to a minute. */
  pauseMs?: number
}

const SLOWEST_MS = 60_000

/** A clear no does not become a yes by repeating; being busy and being away pass. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

export const startOutbox = <Item>({ next, send, close, log = () => {}, pauseMs = 1_000 }: OutboxOptions<Item>) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let stopped = false

  const sendAll = async (): Promise<void> => {
    for (let item = next(); item !== undefined && !stopped; item = next()) {
      try {
        await send(item)
        close(item, null)
      } catch (error) {
        log(`not sent: ${error instanceof Error ? error.message : String(error)}`)
        if (!isFinal(error)) throw error
        close(item, error.message)
      }
      failures = 0
    }
  }
  const run = async (): Promise<void> => {
    try {
      await sendAll()
    } catch {
      if (!stopped) timer = setTimeout(wake, Math.min(pauseMs * 2 ** failures++, SLOWEST_MS))
    }
  }
  const wake = (): void => {
    if (stopped || running !== undefined) return
    clearTimeout(timer)
    running = run().finally(() => {
      running = undefined
      // One that was written in the last moment of the loop.
      if (!stopped && failures === 0 && next() !== undefined) wake()
    })
  }
  return {
    /** There is something to send. */
    wake,
    /** Lets the one that is under way come to its end. */
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
