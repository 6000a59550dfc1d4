import type { OrderEdit } from '@patchbay/contract/crm/orders'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import type { Reader } from '../../lib/http-in/callers.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { chooseShop, isShopVisible } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { changesOf, customerCreated, entityDeleted } from '../history/rules.ts'
import { insertChanges } from '../history/store.ts'
import { indexCustomer, indexNewCustomer, removeCustomerFromIndex } from '../search/service.ts'
import { diffFields } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import { type Contacts, type Customer, historyFields, type Person } from './rules.ts'
import {
  deleteCustomer,
  findCustomer,
  findCustomerId,
  insertCustomer,
  type NewCustomer,
  updateCustomer,
} from './store.ts'

/** D-94: as whom the history knows them. */
export const changedCustomer = ({ id, shopId }: { id: number; shopId: number | null }, actor: string) =>
  ({ subject: 'customer', subjectId: id, shopId, actor }) as const

/** Saves a new customer with the first entry of its timeline. */
export const addCustomer = async (
  trx: Db,
  customer: NewCustomer,
  actor: string,
  detail: Record<string, unknown> = diffFields({ phones: [], emails: [] }, historyFields(customer)),
): Promise<number> => {
  const id = await insertCustomer(trx, customer)
  await indexNewCustomer(trx, id, customer)
  const at = customer.createdAt && { at: customer.createdAt }
  await insertTimeline(trx, { customerId: id, kind: 'customer.created', actor, detail, ...at })
  await insertChanges(trx, changedCustomer({ id, shopId: customer.shopId }, actor), [customerCreated(id)])
  return id
}

/** The caller has the lock. A change that changes nothing writes nothing. */
export const changeCustomer = async (
  trx: Db,
  before: Customer,
  after: Person & Contacts,
  actor: string,
): Promise<void> => {
  const detail = diffFields(historyFields(before), historyFields(after))
  if (Object.keys(detail).length === 0) return
  await updateCustomer(trx, before.id, after)
  await indexCustomer(trx, before.id, after)
  await insertTimeline(trx, { customerId: before.id, kind: 'customer.changed', actor, detail })
  await insertChanges(trx, changedCustomer(before, actor), changesOf(detail))
}

/** The caller has the lock, and has checked that nothing belongs to the customer. */
export const removeCustomer = async (
  trx: Db,
  { id, shopId }: Pick<Customer, 'id' | 'shopId'>,
  actor: string,
): Promise<void> => {
  await deleteCustomer(trx, id)
  await removeCustomerFromIndex(trx, id)
  await insertChanges(trx, changedCustomer({ id, shopId }, actor), [entityDeleted(id)])
}

export const publishCustomerChanged = (deps: Pick<Deps, 'live'>, accountId: number, id: number): Promise<void> =>
  deps.live.publish(accountId, { type: 'customer-changed', id })

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
  return customer && isShopVisible(sites, customer.site) ? customer : undefined
}

type Recipient = { firstName: string; lastName: string; patronymic: string; phone: string; email: string }

const isEmpty = ({ firstName, lastName, phone, email }: Recipient): boolean =>
  firstName === '' && lastName === '' && phone === '' && email === ''

/** Creates a customer from the order's own fields. Null when they are empty. */
export const createOrderCustomer = async (
  trx: Db,
  person: Recipient,
  place: { shopId: number; country: string; actor: string; createdAt?: Date },
): Promise<number | null> => {
  if (isEmpty(person)) return null
  const { shopId, country, actor, createdAt } = place
  const { firstName, lastName, patronymic } = person
  const phones = person.phone === '' ? [] : [parsePhone(person.phone, country)]
  const emails = person.email === '' ? [] : [person.email]
  const names = { firstName, lastName, patronymic }
  const customer = { ...names, externalId: null, managerId: null, shopId, phones, emails }
  const fields = { ...names, phones: phones.map(({ given }) => given), emails }
  const detail = diffFields({ firstName: '', lastName: '', patronymic: '', phones: [], emails: [] }, fields)
  return addCustomer(trx, { ...customer, ...(createdAt && { createdAt }) }, actor, detail)
}

type CustomerRef = { id: string; by: 'id' | 'externalId'; site?: string }

/** The customer that a path refers to, within the shops visible to the key. */
export const findCustomerByRef = async (
  trx: Db,
  caller: Pick<Reader, 'sites'>,
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
