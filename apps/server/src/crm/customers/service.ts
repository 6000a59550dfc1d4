import type { OrderEdit } from '@patchbay/contract/crm/orders'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller, Reader } from '../../lib/http-in/callers.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { listShops, type Shop } from '../../platform/shops/store.ts'
import { diffFields } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import type { Customer } from './rules.ts'
import { findCustomer, findCustomerId, insertCustomer } from './store.ts'

// The customer of an order: one who is named, or one made of the order's own fields.

/** Null: none is named; undefined: the one who is named does not exist, or not for this viewer (D-05). */
export const findOrderCustomer = async (
  trx: Db,
  { sites }: Reader,
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

export type Contact = { phone?: string; email?: string }
type Person = { firstName: string; lastName: string; patronymic: string; phone: string; email: string }

const isNobody = ({ firstName, lastName, phone, email }: Person): boolean =>
  firstName === '' && lastName === '' && phone === '' && email === ''

/** Null when the order tells of nobody. */
export const createOrderCustomer = async (
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
  const detail = diffFields({ firstName: '', lastName: '', patronymic: '', phones: [], emails: [] }, told)
  await insertTimeline(trx, {
    customerId: id,
    kind: 'customer.created',
    actor,
    detail,
    ...(createdAt && { at: createdAt }),
  })
  return id
}

/** Whoever reads: a key, or somebody in the workspace, who sees every shop. */
export type CustomerViewer = Pick<KeyCaller, 'accountId' | 'sites'>

/** D-05: a key that is bound to some shops sees their customers only. */
export const isVisible = ({ sites }: CustomerViewer, customer: Customer): boolean =>
  sites === null || (customer.site !== null && sites.includes(customer.site))

export const shopsOfViewer = async (trx: Db, { sites }: CustomerViewer): Promise<Shop[]> =>
  (await listShops(trx)).filter(({ code }) => sites === null || sites.includes(code))

type CustomerRef = { id: string; by: 'id' | 'externalId'; site?: string }

/** Finds whom a path means, inside the shops that the key sees. */
export const findCustomerByRef = async (
  trx: Db,
  caller: KeyCaller,
  { id, by, site }: CustomerRef,
): Promise<Customer> => {
  const shop = site === undefined ? undefined : (await shopsOfViewer(trx, caller)).find(({ code }) => code === site)
  if (site !== undefined && !shop) return fail('not_found')
  const wanted =
    by === 'id' ? (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined) : await findCustomerId(trx, id, shop?.id)
  const customer = wanted === undefined ? undefined : await findCustomer(trx, wanted)
  return customer && isVisible(caller, customer) && (!shop || by === 'externalId' || customer.shopId === shop.id)
    ? customer
    : fail('not_found')
}
