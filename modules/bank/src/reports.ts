import type { Client } from '@patchbay/sdk/client'
import { ApiError } from '@patchbay/sdk/http'
import type { Book } from './book.ts'

// Where the money is must reach the system, however long it is away: reports wait in the book, in order.

const SLOWEST_MS = 60_000

export const startReports = (book: Book, client: Pick<Client, 'updateInvoice'>, log: (line: string) => void) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let stopped = false

  const sendAll = async (): Promise<void> => {
    for (let next = book.nextReport(); next && !stopped; next = book.nextReport()) {
      try {
        await client.updateInvoice(next.update)
        book.closeReport(next.id, null)
        failures = 0
      } catch (error) {
        // A clear no does not become a yes by repeating. It is kept, and those behind it go on.
        const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
        log(`report of ${next.update.paymentId}: ${error instanceof Error ? error.message : String(error)}`)
        if (!refused) throw error
        book.closeReport(next.id, error.message)
      }
    }
  }
  const run = async (): Promise<void> => {
    try {
      await sendAll()
    } catch {
      if (!stopped) timer = setTimeout(wake, Math.min(1_000 * 2 ** failures++, SLOWEST_MS))
    }
  }
  const wake = (): void => {
    if (stopped || running !== undefined) return
    clearTimeout(timer)
    running = run().finally(() => {
      running = undefined
      // One that was written in the last moment of the loop.
      if (!stopped && failures === 0 && book.nextReport()) wake()
    })
  }
  return {
    wake,
    /** Lets the one that is under way come to its end. */
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
