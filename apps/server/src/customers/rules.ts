import type { Phone } from '../lib/phone.ts'

// Pure decisions about customers.

export type Person = {
  externalId: string | null
  firstName: string
  lastName: string
  patronymic: string
  managerId: number | null
}

export type Contacts = { phones: Phone[]; emails: string[] }

export type Customer = Person &
  Contacts & {
    id: number
    shopId: number | null
    site: string | null
    lastContactAt: Date | null
    createdAt: Date
    updatedAt: Date
  }

export type PhoneMatch = Customer & {
  matchedBy: 'e164' | 'tail'
  /** The newest order that still needs somebody. */
  openOrder: { id: number; number: string; managerId: number | null } | null
}

/** D-30: the manager of the newest open order, else the customer's own. */
export const responsibleOf = ({ managerId, openOrder }: Pick<PhoneMatch, 'managerId' | 'openOrder'>): number | null =>
  openOrder?.managerId ?? managerId

/** D-29: of several customers with one number, first those with an open order, then the latest contact, then whose manager is here. */
export const rankMatches = (matches: readonly PhoneMatch[], here: ReadonlySet<number>): PhoneMatch[] => {
  const isHere = (match: PhoneMatch) => Number(here.has(responsibleOf(match) ?? 0))
  const contact = ({ lastContactAt }: PhoneMatch) => lastContactAt?.getTime() ?? 0
  return [...matches].sort(
    (a, b) =>
      Number(b.openOrder !== null) - Number(a.openOrder !== null) ||
      contact(b) - contact(a) ||
      isHere(b) - isHere(a) ||
      b.id - a.id,
  )
}
