import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { networkOf } from '../../lib/http-in/network.ts'
import type { Http } from '../../lib/http-in/route.ts'
import { insertAction } from '../action-log/store.ts'
import { findKnownDevice } from './device-service.ts'

// Guessing passwords is slow, and nobody can lock a person out by guessing: docs/decisions/sessions-and-keys.md.

export type Attempt = {
  accountId: number
  http: Http
  /** The key of the address that was typed. */
  email: string
  user: { id: number; email: string } | undefined
}

type RefusalReason = 'password' | 'second-factor' | 'inactive' | 'single-sign-on'

const HOUR = 3600

/** Refused attempts in the Action Log: a few an hour for each user, and as many for all unknown addresses together. */
const recordOnce = async (
  deps: Deps,
  { accountId, http, user }: Pick<Attempt, 'accountId' | 'http' | 'user'>,
  action: 'session.refused' | 'session.throttled',
  most: number,
  detail: Record<string, string> = {},
): Promise<void> => {
  const bucket = `log:${action}:${accountId}:${user?.id ?? 'unknown'}`
  if ((await deps.rateLimit(bucket, most, HOUR)) !== undefined) return
  await inAccount(deps.db, accountId, (trx) =>
    // What a stranger typed is not stored: it may be a password.
    insertAction(trx, {
      recordType: 'Sign-in',
      actor: user?.email ?? '',
      action,
      detail: { ...detail, address: http.ip },
    }),
  )
}

export const recordRefusal = (
  deps: Deps,
  attempt: Pick<Attempt, 'accountId' | 'http' | 'user'>,
  reason: RefusalReason,
): Promise<void> => recordOnce(deps, attempt, 'session.refused', 10, { reason })

type Limit = readonly [bucket: string, most: number, seconds: number]

/** A known device has attempts of its own. All others share those of their network and those of the person. */
const limitsFor = (deps: Deps, { accountId, http, email, user }: Attempt): Limit[] => {
  const device = findKnownDevice(deps, accountId, http, user?.id)
  if (device) return [[`sign-in-on:${accountId}:${device}:${user?.id}`, 10, 60]]
  const network = networkOf(http.ip)
  return [
    [`sign-in:${accountId}:${email}:${network}`, 10, 60],
    [`sign-in-from:${network}`, 60, 60],
    [`sign-in-anywhere:${accountId}:${email}`, 2_000, HOUR],
  ]
}

export const throttleSignIn = async (deps: Deps, attempt: Attempt): Promise<void> => {
  for (const limit of limitsFor(deps, attempt)) {
    const retryAfter = await deps.rateLimit(...limit)
    if (retryAfter === undefined) continue
    await recordOnce(deps, attempt, 'session.throttled', 1)
    fail('sign_in_throttled', { retryAfter })
  }
}

/** For what needs no password: reset emails, links, single sign-on. */
export const throttleNetwork = async (deps: Deps, http: Http, what: string, mostPerMinute: number): Promise<void> => {
  const retryAfter = await deps.rateLimit(`${what}-from:${networkOf(http.ip)}`, mostPerMinute, 60)
  if (retryAfter !== undefined) fail('sign_in_throttled', { retryAfter })
}
