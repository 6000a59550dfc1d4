import { ApiError } from './http.ts'

// At-least-once delivery to the system: the module stores a message in the transaction of the change, and the outbox
// sends the messages in order, with retries, however long the system is unreachable.

export type OutboxOptions<Message> = {
  /** The oldest message that was not sent yet. */
  next: () => Message | undefined
  send: (message: Message) => Promise<unknown>
  /** The system accepted the message (null), or refused it for good with this error. */
  complete: (message: Message, refused: string | null) => void
  log?: (line: string) => void
  /** The pause after the first failure; it doubles with each further one, up to a minute. */
  backoffMs?: number
}

const MAX_BACKOFF_MS = 60_000

/** A 4xx answer stays the same however often it is asked; 429, 5xx and no answer are temporary. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

export const startOutbox = <Message>({
  next,
  send,
  complete,
  log = () => {},
  backoffMs = 1_000,
}: OutboxOptions<Message>) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let stopped = false

  const sendAll = async (): Promise<void> => {
    for (let message = next(); message !== undefined && !stopped; message = next()) {
      try {
        await send(message)
        complete(message, null)
      } catch (error) {
        log(`not sent: ${error instanceof Error ? error.message : String(error)}`)
        if (!isFinal(error)) throw error
        complete(message, error.message)
      }
      failures = 0
    }
  }
  const run = async (): Promise<void> => {
    try {
      await sendAll()
    } catch {
      if (!stopped) timer = setTimeout(wake, Math.min(backoffMs * 2 ** failures++, MAX_BACKOFF_MS))
    }
  }
  const wake = (): void => {
    if (stopped || running !== undefined) return
    clearTimeout(timer)
    running = run().finally(() => {
      running = undefined
      // A message may have been stored after the loop's last look.
      if (!stopped && failures === 0 && next() !== undefined) wake()
    })
  }
  return {
    /** Call it after a message was stored: it is sent without waiting for the next retry. */
    wake,
    /** Waits for the message that is being sent. */
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
