import { LRUCache } from 'lru-cache'
import type { Db } from '../../lib/db/database.ts'
import { inAccount, isInTransaction } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { type Account, findAccountIdByHost, findOnlyAccountId, getAccount } from './store.ts'

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

export const createAccountCache = (db: Db, { development }: { development: boolean }): AccountCache => {
  const hosts = new LRUCache<string, { accountId: number | undefined }>({
    max: 10_000,
    ttl: TTL_MS,
    fetchMethod: async (host) => ({
      accountId: (await findAccountIdByHost(db, host)) ?? (await findOnlyAccountId(db)),
    }),
  })
  const accounts = new LRUCache<number, Account>({
    max: 10_000,
    ttl: TTL_MS,
    fetchMethod: (accountId) => inAccount(db, accountId, getAccount),
  })
  return {
    accountIdAt: async (host) => {
      if (development) assertNoTransaction()
      return (await hosts.fetch(host.toLowerCase()))?.accountId ?? fail('account_unknown')
    },
    account: async (accountId) => {
      if (development) assertNoTransaction()
      return (await accounts.fetch(accountId)) ?? fail('account_unknown')
    },
  }
}
