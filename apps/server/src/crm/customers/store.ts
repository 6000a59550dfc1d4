import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../lib/db/database.ts'
import { preparedStatement } from '../../lib/db/prepared-statement.ts'
import { type Address, NO_ADDRESS } from '../addresses/rules.ts'
import type { Contacts, Customer, Person } from './rules.ts'

// Row-level security limits every table of a join to the account, so no condition here mentions it.

export const selectCustomers = (db: Db) =>
  db
    .selectFrom('customer as c')
    .select([
      'c.id',
      'c.external_id',
      'c.shop_id',
      'c.first_name',
      'c.last_name',
      'c.patronymic',
      'c.manager_id',
      'c.last_contact_at',
      'c.created_at',
      'c.updated_at',
    ])
    .leftJoin('customer_address as a', 'a.customer_id', 'c.id')
    .select('a.address')
    .select((eb) => [
      eb.selectFrom('shop').select('shop.code').whereRef('shop.id', '=', 'c.shop_id').as('site'),
      jsonArrayFrom(
        eb
          .selectFrom('customer_phone as p')
          .select(['p.given', 'p.e164', 'p.tail'])
          .whereRef('p.customer_id', '=', 'c.id')
          .orderBy('p.place'),
      ).as('phones'),
      jsonArrayFrom(
        eb
          .selectFrom('customer_email as e')
          .select('e.email')
          .whereRef('e.customer_id', '=', 'c.id')
          .orderBy('e.place'),
      ).as('emails'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectCustomers>['executeTakeFirstOrThrow']>>

export const toCustomer = (row: Row): Customer => ({
  id: row.id,
  externalId: row.external_id,
  shopId: row.shop_id,
  site: row.site,
  firstName: row.first_name,
  lastName: row.last_name,
  patronymic: row.patronymic,
  managerId: row.manager_id,
  address: (row.address as Address | null) ?? NO_ADDRESS,
  lastContactAt: row.last_contact_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  phones: row.phones.map(({ given, e164, tail }) => ({ given, ...(e164 !== null && { e164 }), tail })),
  emails: row.emails.map(({ email }) => email),
})

/** The id of a merged customer leads to the one that was kept. */
const findKeptId = async (db: Db, mergedId: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('customer_merge')
    .select('kept_id')
    .where('merged_id', '=', mergedId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row?.kept_id
}

export const findCustomer = async (db: Db, id: number): Promise<Customer | undefined> => {
  const row = await selectCustomers(db).where('c.id', '=', id).executeTakeFirst()
  if (row) return toCustomer(row)
  const keptId = await findKeptId(db, id)
  return keptId === undefined ? undefined : findCustomer(db, keptId)
}

export const listCustomersById = async (db: Db, ids: readonly number[]): Promise<Customer[]> => {
  const rows = await selectCustomers(db).where('c.id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  return rows.map(toCustomer)
}

/** Of all shops: external ids are unique within one only. */
export const listCustomerIds = async (db: Db, externalId: string): Promise<number[]> => {
  const rows = await db.selectFrom('customer').select('id').where('external_id', '=', externalId).execute()
  return rows.map(({ id }) => id)
}

/** External ids are unique within a shop only; without a shop, the newest customer with that id is returned. */
export const findCustomerId = async (db: Db, externalId: string, shopId?: number): Promise<number | undefined> => {
  let query = db.selectFrom('customer').select('id').where('external_id', '=', externalId)
  if (shopId !== undefined) query = query.where('shop_id', '=', shopId)
  return (await query.orderBy('id', 'desc').executeTakeFirst())?.id ?? findMergedId(db, externalId, shopId)
}

/** Shops keep sending the external id of a merged customer; `findCustomer` leads on. */
const findMergedId = async (db: Db, externalId: string, shopId?: number): Promise<number | undefined> => {
  let query = db
    .selectFrom('customer_merge')
    .select('merged_id')
    .where('external_id', '=', externalId)
    .where('undone_at', 'is', null)
  if (shopId !== undefined) query = query.where('shop_id', '=', shopId)
  return (await query.orderBy('id', 'desc').executeTakeFirst())?.merged_id
}

/** Every change of a customer takes this lock, so that history entries do not interleave. */
export const lockCustomer = async (db: Db, id: number): Promise<Customer | undefined> => {
  const locked = await db.selectFrom('customer').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (locked) return findCustomer(db, id)
  const keptId = await findKeptId(db, id)
  return keptId === undefined ? undefined : lockCustomer(db, keptId)
}

const columnsOf = (person: Omit<Person, 'address'>) => ({
  external_id: person.externalId,
  first_name: person.firstName,
  last_name: person.lastName,
  patronymic: person.patronymic,
  manager_id: person.managerId,
})

export type NewCustomer = Omit<Person, 'address'> &
  Contacts & { address?: Address; shopId: number | null; createdAt?: Date }

export const insertCustomer = async (db: Db, customer: NewCustomer): Promise<number> => {
  const { id } = await db
    .insertInto('customer')
    .values({
      ...columnsOf(customer),
      shop_id: customer.shopId,
      ...(customer.createdAt && { created_at: customer.createdAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertContacts(db, id, customer)
  if (customer.address) await saveAddress(db, id, customer.address)
  return id
}

/** A customer whose merge is undone comes back with its id. */
export const restoreCustomer = async (db: Db, customer: Omit<Customer, 'site'>): Promise<void> => {
  const { id, shopId: shop_id, lastContactAt, createdAt, updatedAt } = customer
  const times = { last_contact_at: lastContactAt, created_at: createdAt, updated_at: updatedAt }
  const names = columnsOf(customer)
  await sql`
    insert into customer (id, shop_id, external_id, first_name, last_name, patronymic, manager_id, last_contact_at,
      created_at, updated_at) overriding system value
    values (${id}, ${shop_id}, ${names.external_id}, ${names.first_name}, ${names.last_name}, ${names.patronymic},
      ${names.manager_id}, ${times.last_contact_at}, ${times.created_at}, ${times.updated_at})`.execute(db)
  await insertContacts(db, id, customer)
  await saveAddress(db, id, customer.address)
}

export const deleteCustomer = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('customer').where('id', '=', id).execute()
}

const insertContacts = async (db: Db, customerId: number, { phones, emails }: Contacts): Promise<void> => {
  if (phones.length > 0)
    await db
      .insertInto('customer_phone')
      .values(
        phones.map(({ given, e164 = null, tail }, place) => ({ customer_id: customerId, place, given, e164, tail })),
      )
      .execute()
  if (emails.length > 0)
    await db
      .insertInto('customer_email')
      .values(emails.map((email, place) => ({ customer_id: customerId, place, email, email_key: email.toLowerCase() })))
      .execute()
}

/** A customer without an address has no row. */
const saveAddress = async (db: Db, customerId: number, address: Address): Promise<void> => {
  if (Object.keys(address).length === 0) {
    await db.deleteFrom('customer_address').where('customer_id', '=', customerId).execute()
    return
  }
  const row = { address: JSON.stringify(address), city_key: (address.city ?? '').toLowerCase() }
  await db
    .insertInto('customer_address')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'customer_id']).doUpdateSet(row))
    .execute()
}

export const updateCustomer = async (db: Db, id: number, after: Person & Contacts): Promise<void> => {
  await db
    .updateTable('customer')
    .set({ ...columnsOf(after), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('customer_phone').where('customer_id', '=', id).execute()
  await db.deleteFrom('customer_email').where('customer_id', '=', id).execute()
  await insertContacts(db, id, after)
  await saveAddress(db, id, after.address)
}

/**
 * D-29: the latest call or message of each customer; an older one that arrives late changes nothing. Locks all of them, in
 * order, until the end of the transaction.
 */
export const touchCustomersQuery = preparedStatement<{ ids: readonly number[]; times: readonly Date[] }, unknown>(
  (db, param) =>
    sql`
      update customer set last_contact_at = contact.at
      from (
        select customer.id, latest.at
        from (
          select id, max(at) as at
          from unnest(${param('ids')}::bigint[], ${param('times')}::timestamptz[]) as given (id, at) group by id
        ) latest join customer on customer.id = latest.id
        order by customer.id for no key update of customer
      ) contact
      where customer.id = contact.id
        and (customer.last_contact_at is null or customer.last_contact_at < contact.at)`.compile(db),
)

export const touchCustomer = async (db: Db, id: number, at: Date): Promise<void> => {
  await db.executeQuery(touchCustomersQuery(db, { ids: [id], times: [at] }))
}

export const findCustomerByEmail = async (db: Db, email: string): Promise<Customer | undefined> => {
  const found = await db
    .selectFrom('customer_email')
    .select('customer_id')
    .where('email_key', '=', email.toLowerCase())
    .orderBy('customer_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found && findCustomer(db, found.customer_id)
}
