import type { CardCustomer } from '@patchbay/contract/telephony/workspace/call-cards'
import type { Phone } from '../../lib/text/phone.ts'

/** D-29: how a customer has the number of a call; `none`: a user linked the call to them. */
export const matchFor = (phones: readonly Phone[], { e164, tail }: Phone): CardCustomer['match'] => {
  if (e164 !== undefined && phones.some((phone) => phone.e164 === e164)) return 'e164'
  return tail !== '' && phones.some((phone) => phone.tail === tail) ? 'tail' : 'none'
}

/** The number of a call can be added to a customer's phones, unless the caller withheld it or they have it. */
export const canAddPhone = (phones: readonly Phone[], phone: Phone): boolean =>
  phone.tail !== '' && matchFor(phones, phone) !== 'e164'
