import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { Customer as CustomerReply } from '@patchbay/contract/crm/customers'
import type { Account } from '../../platform/accounts/store.ts'
import { presentAddress } from '../addresses/view.ts'
import type { Customer } from './rules.ts'

export const presentCustomer = (customer: Customer, { timezone }: Account): CustomerReply => ({
  id: customer.id,
  type: 'customer',
  ...(customer.externalId !== null && { externalId: customer.externalId }),
  ...(customer.site !== null && { site: customer.site }),
  createdAt: toLocalTime(customer.createdAt, timezone),
  firstName: customer.firstName,
  lastName: customer.lastName,
  patronymic: customer.patronymic,
  ...(customer.emails[0] !== undefined && { email: customer.emails[0] }),
  emails: customer.emails,
  phones: customer.phones.map(({ given, e164 }) => ({ number: given, ...(e164 !== undefined && { e164 }) })),
  ...(customer.managerId !== null && { managerId: customer.managerId }),
  ...(Object.keys(customer.address).length > 0 && { address: presentAddress(customer.address) }),
})
