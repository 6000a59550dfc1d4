import type { PhoneMatch } from '../../crm/phone-lookup/rules.ts'
import type { Candidate } from './rules.ts'

export const linksTo = (publicUrl: string, given: string, match: PhoneMatch | undefined) => {
  const phone = encodeURIComponent(given)
  return {
    newOrderLink: `${publicUrl}/orders/add?phone=${phone}`,
    ...(match?.openOrder && { lastOrderLink: `${publicUrl}/orders/${match.openOrder.id}` }),
    ...(match
      ? { customerLink: `${publicUrl}/customers/${match.id}` }
      : { newCustomerLink: `${publicUrl}/customers/add?phone=${phone}` }),
  }
}

export const shownCustomer = (match: PhoneMatch) => ({
  id: String(match.id),
  ...(match.externalId !== null && { externalId: match.externalId }),
  firstName: match.firstName,
  lastName: match.lastName,
  patronymic: match.patronymic,
  ...(match.emails[0] !== undefined && { email: match.emails[0] }),
  phones: match.phones.map(({ given }) => ({ number: given })),
})

export const shownManager = ({ person, code = '' }: Pick<Candidate, 'person' | 'code'>) => ({
  id: String(person.id),
  firstName: person.firstName,
  lastName: person.lastName,
  patronymic: person.patronymic,
  email: person.email,
  code,
})

export const shownCandidate = ({ person, match, because, here, free, code }: Candidate) => ({
  id: String(person.id),
  customerId: String(match.id),
  because,
  here,
  free,
  ...(code !== undefined && { code }),
})
