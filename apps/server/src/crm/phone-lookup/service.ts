import type { Deps } from '../../deps.ts'
import { inAccountQuery } from '../../lib/db/transaction.ts'
import { type Phone, parsePhone } from '../../lib/text/phone.ts'
import { type PhoneMatch, rankMatches, responsibleManager } from './rules.ts'
import { type PhoneMatchRow, phoneMatchQuery, toPhoneMatch } from './store.ts'

export type PhoneLookup = {
  phone: Phone
  /** How they matched; absent when no customer has the number. */
  matchedBy?: 'e164' | 'tail'
  /** Best first. */
  customers: PhoneMatch[]
}

export const rankPhoneMatches = async (
  deps: Pick<Deps, 'presence'>,
  accountId: number,
  phone: Phone,
  rows: readonly PhoneMatchRow[],
): Promise<PhoneLookup> => {
  const matches = rows.map(toPhoneMatch)
  const managers = matches.flatMap((match) => responsibleManager(match)?.userId ?? [])
  // Presence decides only between several matches. It is unknown while Redis is down; the other criteria decide then.
  const online = matches.length > 1 ? await deps.presence.listOnline(accountId, [...new Set(managers)]) : undefined
  return {
    phone,
    ...(matches[0] && { matchedBy: matches[0].matchedBy }),
    customers: rankMatches(matches, online ?? new Set()),
  }
}

/**
 * D-29: the customers with this number, however it is written, best match first. One round trip unless several have it.
 */
export const findCustomersByPhone = async (
  deps: Pick<Deps, 'db' | 'pool' | 'accounts' | 'presence'>,
  accountId: number,
  given: string,
): Promise<PhoneLookup> => {
  const { country } = await deps.accounts.account(accountId)
  const phone = parsePhone(given, country)
  if (phone.tail === '') return { phone, customers: [] }
  return rankPhoneMatches(
    deps,
    accountId,
    phone,
    await inAccountQuery(deps.pool, accountId, phoneMatchQuery(deps.db, phone)),
  )
}
