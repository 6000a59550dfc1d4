import type { OrderEdit } from '@patchbay/contract/crm/orders'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller, Reader } from '../../lib/http-in/callers.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { chooseShop, isShopVisible } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { diffFields } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import type { Customer } from './rules.ts'
import { findCustomer, findCustomerId, insertCustomer } from './store.ts'

/** The customer an order refers to. Null: it refers to none; undefined: not found, or not visible to this reader (D-05). */
export const findOrderCustomer = async (
  trx: Db,
  { sites }: Reader,
  ref: OrderEdit['customer'],
  shopId: number,
): Promise<Customer | null | undefined> => {
  if (ref?.id === undefined && ref?.externalId === undefined) return null
  const id =
    ref.id ??
    (await findCustomerId(trx, ref.externalId ?? '', shopId)) ??
    (await findCustomerId(trx, ref.externalId ?? ''))
  const customer = id === undefined ? undefined : await findCustomer(trx, id)
  // A customer of no shop may order in any.
  return customer && (customer.site === null || isShopVisible(sites, customer.site)) ? customer : undefined
}

type Person = { firstName: string; lastName: string; patronymic: string; phone: string; email: string }

const isEmpty = ({ firstName, lastName, phone, email }: Person): boolean =>
  firstName === '' && lastName === '' && phone === '' && email === ''

/** Creates a customer from the order's own fields. Null when they are empty. */
export const createOrderCustomer = async (
  trx: Db,
  person: Person,
  place: { shopId: number; country: string; actor: string; createdAt?: Date },
): Promise<number | null> => {
  if (isEmpty(person)) return null
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
  const fields = { ...names, phones: phones.map(({ given }) => given), emails }
  const detail = diffFields({ firstName: '', lastName: '', patronymic: '', phones: [], emails: [] }, fields)
  await insertTimeline(trx, {
    customerId: id,
    kind: 'customer.created',
    actor,
    detail,
    ...(createdAt && { at: createdAt }),
  })
  return id
}

type CustomerRef = { id: string; by: 'id' | 'externalId'; site?: string }

/** The customer that a path refers to, within the shops visible to the key. */
export const findCustomerByRef = async (
  trx: Db,
  caller: KeyCaller,
  { id, by, site }: CustomerRef,
): Promise<Customer> => {
  const shop = site === undefined ? undefined : chooseShop(await listShops(trx), caller.sites, site)
  if (site !== undefined && !shop) return fail('not_found')
  const customerId =
    by === 'id' ? (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined) : await findCustomerId(trx, id, shop?.id)
  const customer = customerId === undefined ? undefined : await findCustomer(trx, customerId)
  const isFound = customer && isShopVisible(caller.sites, customer.site)
  return isFound && (!shop || by === 'externalId' || customer.shopId === shop.id) ? customer : fail('not_found')
}
