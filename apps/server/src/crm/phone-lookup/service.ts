import type { Deps } from '../../deps.ts'
import { inAccountQuery } from '../../lib/db/transaction.ts'
import { type Phone, parsePhone } from '../../lib/text/phone.ts'
import { type PhoneMatch, rankMatches, responsibleOfMatch } from './rules.ts'
import { type PhoneMatchRow, phoneMatchQuery, toPhoneMatch } from './store.ts'

export type PhoneLookup = {
  phone: Phone
  /** Which rule found them; absent when nobody has the number. */
  matchedBy?: 'e164' | 'tail'
  /** Best first. */
  customers: PhoneMatch[]
}

/** What was found, best first. */
export const rankPhoneMatches = async (
  deps: Pick<Deps, 'presence'>,
  accountId: number,
  phone: Phone,
  rows: readonly PhoneMatchRow[],
): Promise<PhoneLookup> => {
  const matches = rows.map(toPhoneMatch)
  const managers = matches.map(responsibleOfMatch).filter((id) => id !== null)
  // Who is here decides only between several; unknown while Redis is away, and then the other marks decide.
  const here = matches.length > 1 ? await deps.presence.listOnline(accountId, [...new Set(managers)]) : undefined
  return {
    phone,
    ...(matches[0] && { matchedBy: matches[0].matchedBy }),
    customers: rankMatches(matches, here ?? new Set()),
  }
}

/** D-29: everybody with this number, however it is written, best first. One round trip while only one has it. */
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
