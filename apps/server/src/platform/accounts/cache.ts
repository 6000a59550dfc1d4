import { LRUCache } from 'lru-cache'
import type { Db } from '../../lib/db/database.ts'
import { inAccount, isInTransaction } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { isClosed } from '../closing/rules.ts'
import { findClosing } from '../closing/store.ts'
import { type Account, findAccountIdByHost, findOnlyAccountId, getAccount, isClosedHost } from './store.ts'

// Read on every request and rarely changed: each process caches it for a second.

const TTL_MS = 1_000

export type AccountCache = {
  /** D-08: the account of this host name; an installation with one account answers to any host. */
  accountIdAt: (host: string) => Promise<number>
  account: (accountId: number) => Promise<Account>
}

/**
 * Inside a transaction the cache would wait for a second connection while the caller holds the first: with all of them
 * held, for ever. In development that is an error; read the account with `getAccount(trx)` there.
 */
const assertNoTransaction = (): void => {
  if (isInTransaction()) throw new Error('the account cache was asked inside a transaction')
}

type HostState = { accountId: number | undefined; closed: boolean } | 'moving'

export const createAccountCache = (db: Db, { development }: { development: boolean }): AccountCache => {
  const hosts = new LRUCache<string, HostState>({
    max: 10_000,
    ttl: TTL_MS,
    fetchMethod: async (host) => {
      if (await isClosedHost(db, host)) return 'moving'
      const accountId = (await findAccountIdByHost(db, host)) ?? (await findOnlyAccountId(db))
      if (accountId === undefined) return { accountId, closed: false }
      return { accountId, closed: isClosed(await inAccount(db, accountId, findClosing)) }
    },
  })
  const accounts = new LRUCache<number, Account>({
    max: 10_000,
    ttl: TTL_MS,
    fetchMethod: (accountId) => inAccount(db, accountId, getAccount),
  })
  return {
    accountIdAt: async (host) => {
      if (development) assertNoTransaction()
      const found = await hosts.fetch(host.toLowerCase())
      // Refused without a transaction: while an account is moved its clients repeat every request.
      if (found === 'moving') return fail('unavailable', { retryAfter: 2 })
      // D-137: every caller is refused here: sign-in, the API, modules, live events.
      if (found?.closed) fail('account_closed')
      return found?.accountId ?? fail('account_unknown')
    },
    account: async (accountId) => {
      if (development) assertNoTransaction()
      return (await accounts.fetch(accountId)) ?? fail('account_unknown')
    },
  }
}
