import type { Phone } from '../../lib/text/phone.ts'
import { type Contacts, type Person, uniqueEmails, uniquePhones } from '../customers/rules.ts'

export type Merged = Person & Contacts

const NAMES = ['firstName', 'lastName', 'patronymic'] as const

/**
 * The customer that is kept, with the contacts of both. Its own name, manager and address win where it has them. Its external id
 * stays: that of the duplicate leads to it.
 */
export const decideMerge = (kept: Merged, duplicate: Merged): Merged => {
  const named = NAMES.some((name) => kept[name] !== '') ? kept : duplicate
  return {
    externalId: kept.externalId,
    firstName: named.firstName,
    lastName: named.lastName,
    patronymic: named.patronymic,
    managerId: kept.managerId ?? duplicate.managerId,
    address: Object.keys(kept.address).length > 0 ? kept.address : duplicate.address,
    phones: uniquePhones([...kept.phones, ...duplicate.phones]),
    emails: uniqueEmails([...kept.emails, ...duplicate.emails]),
  }
}

const phoneKey = ({ e164, given }: Phone): string => e164 ?? given

/** Takes back what the merge brought, and leaves what was changed since. */
export const decideUndo = (before: Merged, after: Merged, now: Merged): Merged => {
  const back = <Name extends keyof Person>(name: Name): Merged[Name] =>
    JSON.stringify(now[name]) === JSON.stringify(after[name]) ? before[name] : now[name]
  const own = { phones: new Set(before.phones.map(phoneKey)), emails: new Set(before.emails) }
  const brought = { phones: new Set(after.phones.map(phoneKey)), emails: new Set(after.emails) }
  return {
    externalId: now.externalId,
    firstName: back('firstName'),
    lastName: back('lastName'),
    patronymic: back('patronymic'),
    managerId: back('managerId'),
    address: back('address'),
    phones: now.phones.filter((one) => own.phones.has(phoneKey(one)) || !brought.phones.has(phoneKey(one))),
    emails: now.emails.filter((one) => own.emails.has(one) || !brought.emails.has(one)),
  }
}

const DAY = 86_400_000

export const undoableSince = (now: Date): Date => new Date(now.getTime() - DAY)
export const undoableUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + DAY)
