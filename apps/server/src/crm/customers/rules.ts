import type { CustomerEdit } from '@patchbay/contract/crm/customers'
import type { OrderEdit } from '@patchbay/contract/crm/orders'
import { type Phone, parsePhone } from '../../lib/text/phone.ts'
import { type Address, addressHistory, decideAddress, NO_ADDRESS } from '../addresses/rules.ts'

// Pure decisions about customers.

export type Person = {
  externalId: string | null
  firstName: string
  lastName: string
  patronymic: string
  managerId: number | null
  address: Address
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

/** An edit of the API, or of the workspace, which can also remove the manager. */
export type CustomerChange = Omit<CustomerEdit, 'managerId'> & { managerId?: number | null }

export type CustomerDecision = { ok: true; after: Person & Contacts } | { ok: false; fields: Record<string, string> }

const EMPTY: Person & Contacts = {
  externalId: null,
  firstName: '',
  lastName: '',
  patronymic: '',
  managerId: null,
  address: NO_ADDRESS,
  phones: [],
  emails: [],
}

/** The first value of each key, in its place. */
const uniqueBy = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => {
  const first = new Map<string, T>()
  for (const value of values) first.set(keyOf(value), first.get(keyOf(value)) ?? value)
  return [...first.values()]
}

export const uniquePhones = (phones: readonly Phone[]): Phone[] => uniqueBy(phones, ({ e164, given }) => e164 ?? given)

export const uniqueEmails = (emails: readonly string[]): string[] => uniqueBy(emails, (email) => email.toLowerCase())

const phonesAfter = (edit: CustomerChange, before: Phone[], country: string): Phone[] => {
  if (!edit.phones) return before
  const given = edit.phones.map(({ number }) => parsePhone(number.trim(), country))
  return uniquePhones(given.filter((phone) => phone.given !== ''))
}

/** `email` is the first of `emails`; alone it leaves the others as they are. */
const emailsAfter = (edit: CustomerChange, before: string[]): string[] => {
  const given = edit.emails ?? (edit.email === undefined ? before : [edit.email, ...before.slice(1)])
  const all = edit.emails && edit.email ? [edit.email, ...given] : given
  return uniqueEmails(all.map((email) => email.trim()).filter(Boolean))
}

/** Applies an edit: absent fields stay, a list replaces the list. */
export const decideCustomer = (
  before: (Person & Contacts) | undefined,
  edit: CustomerChange,
  country: string,
): CustomerDecision => {
  const old = before ?? EMPTY
  const emails = emailsAfter(edit, old.emails)
  const wrong = emails.find((email) => !/^[^\s@]+@[^\s@]+$/.test(email))
  if (wrong !== undefined) return { ok: false, fields: { email: `${wrong} is not an e-mail address` } }
  const after = {
    externalId: edit.externalId ?? old.externalId,
    firstName: edit.firstName ?? old.firstName,
    lastName: edit.lastName ?? old.lastName,
    patronymic: edit.patronymic ?? old.patronymic,
    managerId: edit.managerId === undefined ? old.managerId : edit.managerId,
    address: decideAddress(old.address, edit.address),
    phones: phonesAfter(edit, old.phones, country),
    emails,
  }
  return { ok: true, after }
}

/** The fields that the timeline compares. */
export const historyFields = ({
  phones,
  emails,
  ...person
}: Omit<Person, 'address'> & Contacts & { address?: Address }): Record<string, unknown> => ({
  externalId: person.externalId,
  firstName: person.firstName,
  lastName: person.lastName,
  patronymic: person.patronymic,
  managerId: person.managerId,
  phones: phones.map(({ given }) => given),
  emails,
  ...addressHistory('address', person.address ?? NO_ADDRESS),
})

/** An order's contact fields, where the order itself has none. */
export const contactsOf = (
  customer: Customer,
): Pick<OrderEdit, 'firstName' | 'lastName' | 'patronymic'> & { phone?: string; email?: string } => ({
  firstName: customer.firstName,
  lastName: customer.lastName,
  patronymic: customer.patronymic,
  ...(customer.phones[0] && { phone: customer.phones[0].given }),
  ...(customer.emails[0] !== undefined && { email: customer.emails[0] }),
})
