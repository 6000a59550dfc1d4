import type { RowProblem } from '@patchbay/contract/crm/workspace/imports'
import type { Db } from '../../lib/db/database.ts'
import type { Shop } from '../../platform/shops/store.ts'
import { NO_ADDRESS } from '../addresses/rules.ts'
import { hasBelongings } from '../customer-merges/service.ts'
import {
  type Contacts,
  type Customer,
  type CustomerChange,
  decideCustomer,
  historyFields,
  type Person,
} from '../customers/rules.ts'
import { addCustomer, changeCustomer, removeCustomer } from '../customers/service.ts'
import { findCustomer, findCustomerId, lockCustomer } from '../customers/store.ts'
import { addressOf, first, timeOf, type Values } from './row-rules.ts'
import {
  comparedValue,
  findByEmail,
  findByPhone,
  type ImportContext,
  managerOf,
  type RowPlan,
  RowRefused,
  type RowResult,
  refuse,
  shopOf,
  skipped,
} from './row-service.ts'
import type { Snapshot, StoredRow } from './row-store.ts'
import { isUnchanged } from './rules.ts'

// One row of customers, by the same rules and services as the API.

const findMatch = async (
  trx: Db,
  context: ImportContext,
  values: Values,
  shop: Shop | undefined,
): Promise<Customer | undefined> => {
  const { options, account } = context
  const value = first(values, options.matchBy)
  if (value === undefined) return options.onMatch === 'create' ? undefined : refuse('no-key', options.matchBy)
  if (!context.known.has(comparedValue(context, value))) return undefined
  if (options.matchBy === 'phone') return findByPhone(trx, value, account.country)
  if (options.matchBy === 'email') return findByEmail(trx, value)
  const id = await findCustomerId(trx, value, shop?.id)
  return id === undefined ? undefined : findCustomer(trx, id)
}

const TEXTS = ['externalId', 'firstName', 'lastName', 'patronymic'] as const

/** New numbers and addresses come first; those that the customer has stay. */
const changeOf = (values: Values, before: Customer | undefined, managerId: number | undefined): CustomerChange => {
  const texts = TEXTS.flatMap((name) => {
    const value = first(values, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const known = before?.phones.map(({ given }) => given) ?? []
  const [phones, emails] = [values.get('phone'), values.get('email')]
  const address = addressOf(values)
  return {
    ...Object.fromEntries(texts),
    ...(phones && { phones: [...phones, ...known].map((number) => ({ number })) }),
    ...(emails && { emails: [...emails, ...(before?.emails ?? [])] }),
    ...(managerId !== undefined && { managerId }),
    ...(address && { address }),
  }
}

const personOf = ({ externalId, firstName, lastName, patronymic, managerId, address, phones, emails }: Customer) => ({
  ...{ externalId, firstName, lastName, patronymic, managerId, address, phones, emails },
})

const decide = (before: Customer | undefined, change: CustomerChange, country: string): Person & Contacts => {
  const decision = decideCustomer(before, change, country)
  if (decision.ok) return decision.after
  throw new RowRefused(Object.values(decision.fields).map((detail) => ({ code: 'refused', detail })))
}

/** External ids are unique within a shop: a row that is matched by phone may have the one of somebody else. */
const refuseTaken = async (trx: Db, values: Values, shop: Shop | undefined, match: Customer | undefined) => {
  const externalId = first(values, 'externalId')
  if (externalId === undefined || externalId === match?.externalId) return
  const shopId = match ? match.shopId : shop?.id
  const holder = await findCustomerId(trx, externalId, shopId ?? undefined)
  if (holder !== undefined && holder !== match?.id) refuse('taken', 'externalId', externalId)
}

export const planCustomer = async (trx: Db, context: ImportContext, values: Values): Promise<RowPlan> => {
  const { account, reader, options } = context
  const shop = shopOf(context, values)
  const managerId = managerOf(context, values)
  const match = await findMatch(trx, context, values, shop)
  if (match && options.onMatch === 'create') return refuse('exists', options.matchBy, first(values, options.matchBy))
  if (match && options.onMatch === 'skip') return skipped(match.id)
  if (options.matchBy !== 'externalId') await refuseTaken(trx, values, shop, match)
  const change = (before: Customer | undefined) => decide(before, changeOf(values, before, managerId), account.country)
  if (match) {
    change(match)
    const update = async (): Promise<RowResult> => {
      const before = (await lockCustomer(trx, match.id)) ?? match
      const after = change(before)
      await changeCustomer(trx, before, after, reader.actor)
      return { outcome: 'updated', entityId: before.id, before: personOf(before), after: historyFields(after) }
    }
    return { outcome: 'updated', save: update }
  }
  const created = first(values, 'createdAt')
  const createdAt = created === undefined ? undefined : timeOf(created, account.timezone)
  const after = change(undefined)
  const customer = { ...after, shopId: shop?.id ?? null, ...(createdAt && { createdAt }) }
  const create = async (): Promise<RowResult> => {
    const id = await addCustomer(trx, customer, reader.actor)
    const value = first(values, options.matchBy)
    // A later row of the batch may be about the same customer.
    if (value !== undefined) context.known.add(comparedValue(context, value))
    return { outcome: 'created', entityId: id, after: historyFields(after) }
  }
  return { outcome: 'created', save: create }
}

/** Deletes a customer that an import created, unless somebody has changed it or works with it. Undefined: it is deleted. */
export const undoCreatedCustomer = async (
  trx: Db,
  { reader, deps }: ImportContext,
  id: number,
  after: Snapshot,
): Promise<RowProblem | undefined> => {
  const now = await lockCustomer(trx, id)
  // Somebody else has deleted it.
  if (!now) return undefined
  if (now.id !== id || !isUnchanged(historyFields(now), after)) return { code: 'changed' }
  if (await hasBelongings(trx, id, deps.customerBelongings)) return { code: 'in-use' }
  await removeCustomer(trx, now, reader.actor)
  return undefined
}

export const undoCustomer = async (
  trx: Db,
  context: ImportContext,
  { entityId, outcome, before, after }: StoredRow,
): Promise<RowProblem | undefined> => {
  if (entityId === null || !after) return undefined
  if (outcome === 'created') return undoCreatedCustomer(trx, context, entityId, after)
  const now = await lockCustomer(trx, entityId)
  if (now?.id !== entityId || !isUnchanged(historyFields(now), after)) return { code: 'changed' }
  const then = { address: NO_ADDRESS, ...before } as Person & Contacts
  await changeCustomer(trx, now, then, context.reader.actor)
  return undefined
}
