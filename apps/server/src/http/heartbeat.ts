import type { Deps } from '../deps.ts'
import { isAccountGone } from '../lib/db/pg-errors.ts'
import type { UserCaller } from '../lib/http-in/callers.ts'
import { refreshSessions } from '../platform/sessions/service.ts'

// Every 15 seconds each connected browser gets a heartbeat, is marked as online and has its session checked: a stream
// ends with its session. Browsers are spread over 15 groups and each group is one batch: two thousand browsers cost a
// few requests a second to PostgreSQL and Redis, not hundreds.

export type Browser = {
  caller: UserCaller
  /** Does not mark the user as online. */
  absent?: boolean
  write: (text: string) => void
  end: () => void
}
export type Heartbeat = { join: (browser: Browser) => () => void; stop: () => void }

const GROUPS = 15

/** A named event, which a page can see: without one for a while it knows that its connection is dead. */
const HEARTBEAT = 'event: heartbeat\ndata:\n\n'

const heartbeatIn = async (deps: Deps, accountId: number, browsers: readonly Browser[]): Promise<void> => {
  await deps.presence.heartbeat(
    accountId,
    browsers.flatMap(({ caller, absent }) => (absent ? [] : caller.userId)),
  )
  const hashes = browsers.map(({ caller }) => caller.sessionHash)
  const open = await refreshSessions(deps, accountId, hashes)
  for (const { caller, end } of browsers) if (!open.has(caller.sessionHash.toString('hex'))) end()
}

export const startHeartbeat = (deps: Deps, groupMs = 1_000): Heartbeat => {
  const groups = Array.from({ length: GROUPS }, () => new Set<Browser>())
  let group = 0
  const sendHeartbeats = () => {
    group = (group + 1) % GROUPS
    const browsers = [...(groups[group] ?? [])]
    for (const { write } of browsers) write(HEARTBEAT)
    // While PostgreSQL is unavailable all streams stay open.
    for (const [accountId, its] of Map.groupBy(browsers, ({ caller }) => caller.accountId))
      void heartbeatIn(deps, accountId, its).catch((error) => {
        // The account lives in another cell now: the browsers connect again, and get there.
        if (isAccountGone(error)) for (const { end } of its) end()
      })
  }
  const timer = setInterval(sendHeartbeats, groupMs)
  return {
    join: (browser) => {
      // A random group, because after a restart all browsers reconnect at once.
      const its = groups[Math.floor(Math.random() * GROUPS)]
      its?.add(browser)
      return () => void its?.delete(browser)
    },
    stop: () => clearInterval(timer),
  }
}
