import { LRUCache } from 'lru-cache'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { type Account, findAccountIdByHost, findOnlyAccountId, getAccount } from './store.ts'

// Read on every request and rarely changed: each process caches it for a second.

const TTL_MS = 1_000

export type AccountCache = {
  /** D-08: the account of this host name; an installation with one account answers to any host. */
  accountIdAt: (host: string) => Promise<number>
  account: (accountId: number) => Promise<Account>
}

export const createAccountCache = (db: Db): AccountCache => {
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
    accountIdAt: async (host) => (await hosts.fetch(host.toLowerCase()))?.accountId ?? fail('account_unknown'),
    account: async (accountId) => (await accounts.fetch(accountId)) ?? fail('account_unknown'),
  }
}
