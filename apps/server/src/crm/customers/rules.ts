import type { CustomerEdit } from '@patchbay/contract/crm/customers'
import { type Phone, parsePhone } from '../../lib/text/phone.ts'

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

export type CustomerDecision = { ok: true; after: Person & Contacts } | { ok: false; fields: Record<string, string> }

const NOBODY: Person & Contacts = {
  externalId: null,
  firstName: '',
  lastName: '',
  patronymic: '',
  managerId: null,
  phones: [],
  emails: [],
}

const onceBy = <T>(values: readonly T[], keyOf: (value: T) => string): T[] =>
  [...new Map(values.toReversed().map((value) => [keyOf(value), value])).values()].reverse()

const phonesAfter = (edit: CustomerEdit, before: Phone[], country: string): Phone[] => {
  if (!edit.phones) return before
  const given = edit.phones.map(({ number }) => parsePhone(number.trim(), country))
  return onceBy(
    given.filter((phone) => phone.given !== ''),
    ({ e164, given }) => e164 ?? given,
  )
}

/** `email` is the first of `emails`; alone it leaves the others as they are. */
const emailsAfter = (edit: CustomerEdit, before: string[]): string[] => {
  const given = edit.emails ?? (edit.email === undefined ? before : [edit.email, ...before.slice(1)])
  const all = edit.emails && edit.email ? [edit.email, ...given] : given
  return onceBy(all.map((email) => email.trim()).filter(Boolean), (email) => email.toLowerCase())
}

/** What an edit makes of a customer: what it does not name stays, a list replaces the list. */
export const decideCustomer = (
  before: (Person & Contacts) | undefined,
  edit: CustomerEdit,
  country: string,
): CustomerDecision => {
  const old = before ?? NOBODY
  const emails = emailsAfter(edit, old.emails)
  const wrong = emails.find((email) => !/^[^\s@]+@[^\s@]+$/.test(email))
  if (wrong !== undefined) return { ok: false, fields: { email: `${wrong} is not an e-mail address` } }
  const after = {
    externalId: edit.externalId ?? old.externalId,
    firstName: edit.firstName ?? old.firstName,
    lastName: edit.lastName ?? old.lastName,
    patronymic: edit.patronymic ?? old.patronymic,
    managerId: edit.managerId ?? old.managerId,
    phones: phonesAfter(edit, old.phones, country),
    emails,
  }
  return { ok: true, after }
}

/** How the history writes a customer down. */
export const historyFields = ({ phones, emails, ...person }: Person & Contacts): Record<string, unknown> => ({
  externalId: person.externalId,
  firstName: person.firstName,
  lastName: person.lastName,
  patronymic: person.patronymic,
  managerId: person.managerId,
  phones: phones.map(({ given }) => given),
  emails,
})
