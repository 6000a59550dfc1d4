import type { OrderEdit } from '@patchbay/contract/crm/orders'
import type { Db } from '../../lib/db/database.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import type { Viewer } from '../orders/viewer.ts'
import { changesBetween } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import type { Customer } from './rules.ts'
import { findCustomer, findCustomerId, insertCustomer } from './store.ts'

// The customer of an order: one who is named, or one made of the order's own fields.

/** Null: none is named; undefined: the one who is named does not exist, or not for this viewer (D-05). */
export const customerNamed = async (
  trx: Db,
  { sites }: Viewer,
  named: OrderEdit['customer'],
  shopId: number,
): Promise<Customer | null | undefined> => {
  if (named?.id === undefined && named?.externalId === undefined) return null
  const id =
    named.id ??
    (await findCustomerId(trx, named.externalId ?? '', shopId)) ??
    (await findCustomerId(trx, named.externalId ?? ''))
  const customer = id === undefined ? undefined : await findCustomer(trx, id)
  const isSeen = sites === null || customer?.site === null || sites.includes(customer?.site ?? '')
  return isSeen ? customer : undefined
}

/** What an order says of its customer, when the order itself says nothing. */
export const contactsOf = (customer: Customer): Pick<OrderEdit, 'firstName' | 'lastName' | 'patronymic'> & Contact => ({
  firstName: customer.firstName,
  lastName: customer.lastName,
  patronymic: customer.patronymic,
  ...(customer.phones[0] && { phone: customer.phones[0].given }),
  ...(customer.emails[0] !== undefined && { email: customer.emails[0] }),
})

type Contact = { phone?: string; email?: string }
type Person = { firstName: string; lastName: string; patronymic: string; phone: string; email: string }

const isNobody = ({ firstName, lastName, phone, email }: Person): boolean =>
  firstName === '' && lastName === '' && phone === '' && email === ''

/** Null when the order tells of nobody. */
export const customerFrom = async (
  trx: Db,
  person: Person,
  place: { shopId: number; country: string; actor: string; createdAt?: Date },
): Promise<number | null> => {
  if (isNobody(person)) return null
  const { shopId, country, actor, createdAt } = place
  const { firstName, lastName, patronymic } = person
  const phones = person.phone === '' ? [] : [parsePhone(person.phone, country)]
  const emails = person.email === '' ? [] : [person.email]
  const names = { firstName, lastName, patronymic }
  const id = await insertCustomer(trx, {
    ...names,
    externalId: null,
    managerId: null,
    shopId,
    phones,
    emails,
    ...(createdAt && { createdAt }),
  })
  const told = { ...names, phones: phones.map(({ given }) => given), emails }
  const detail = changesBetween({ firstName: '', lastName: '', patronymic: '', phones: [], emails: [] }, told)
  await insertTimeline(trx, {
    customerId: id,
    kind: 'customer.created',
    actor,
    detail,
    ...(createdAt && { at: createdAt }),
  })
  return id
}
