import type { NewExchange } from './batch-store.ts'

// Refused requests are logged by sample, so that a flood of them does not become a flood of rows: the first few of each kind
// in a minute as they are, then one row for all others of that minute.

const WINDOW_MS = 60_000
const LOGGED_EACH = 5
const MOST_KINDS = 1_000

type Kind = { accountId: number; logged: number; more: number; last: NewExchange }

export type RefusalSampler = {
  /** `kind` groups refusals: the route and the status, not the address, which a stranger chooses. */
  record: (accountId: number, exchange: NewExchange, kind: string) => void
  /** Logs at once what has only been counted of this account. */
  flush: (accountId: number) => void
  close: () => void
}

export const createRefusalSampler = (log: (accountId: number, exchange: NewExchange) => void): RefusalSampler => {
  const kinds = new Map<string, Kind>()
  const logCounted = (kind: Kind) => {
    if (kind.more > 0) log(kind.accountId, { ...kind.last, requests: kind.more })
    kind.more = 0
  }
  const logAll = () => {
    for (const kind of kinds.values()) logCounted(kind)
  }
  const nextWindow = setInterval(() => {
    logAll()
    kinds.clear()
  }, WINDOW_MS)
  nextWindow.unref()
  return {
    record: (accountId, exchange, kind) => {
      const named = `${accountId} ${kind}`
      const key = kinds.has(named) || kinds.size < MOST_KINDS ? named : `${accountId} other`
      const known = kinds.get(key) ?? { accountId, logged: 0, more: 0, last: exchange }
      kinds.set(key, known)
      if (known.logged < LOGGED_EACH) {
        known.logged++
        return log(accountId, exchange)
      }
      known.more++
      known.last = exchange
    },
    flush: (accountId) => {
      for (const kind of kinds.values()) if (kind.accountId === accountId) logCounted(kind)
    },
    close: () => {
      clearInterval(nextWindow)
      logAll()
    },
  }
}
