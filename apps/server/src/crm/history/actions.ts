import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import { paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type { listCustomerHistory, listOrderHistory } from '@patchbay/contract/crm/history'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import type { Account } from '../../platform/accounts/store.ts'
import { visibleShops } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { listCustomerIds, listCustomersById } from '../customers/store.ts'
import { presentCustomer } from '../customers/view.ts'
import { presentOrdersById } from '../orders/service.ts'
import { listOrderIdsByExternalId } from '../orders/store.ts'
import {
  assignPositions,
  countChanges,
  type HistoryFilter,
  listChanges,
  type StoredChange,
  type Subject,
} from './store.ts'
import { presentCustomerChange, presentOrderChange } from './view.ts'

type Query = Parameters<Action<Deps, typeof listOrderHistory>>[2]['query']
type HistoryQuery = Pick<Query, 'limit' | 'page'> & {
  filter?: Pick<NonNullable<Query['filter']>, 'sinceId' | 'startDate' | 'endDate'>
}

const timeOf = (name: string, text: string | undefined, zone: string): Date | undefined =>
  text === undefined
    ? undefined
    : (fromLocalTime(text, zone) ?? fail('input_invalid', { fields: { [name]: `is not a time: ${text}` } }))

const filterFor = async (
  trx: Db,
  caller: KeyCaller,
  { filter = {} }: HistoryQuery,
  zone: string,
): Promise<HistoryFilter> => {
  const [from, to] = [timeOf('startDate', filter.startDate, zone), timeOf('endDate', filter.endDate, zone)]
  const shops = caller.sites === null ? undefined : visibleShops(await listShops(trx), caller.sites)
  return {
    ...(filter.sinceId !== undefined && { sinceId: filter.sinceId }),
    ...(from && { from }),
    ...(to && { to }),
    ...(shops && { shopIds: shops.map(({ id }) => id) }),
  }
}

/** D-94: changes that are not on the page yet are looked for only when it has room. */
const readPage = async (trx: Db, subject: Subject, filter: HistoryFilter, asked: HistoryQuery) => {
  const page = requestedPage(asked)
  let changes = await listChanges(trx, subject, filter, page)
  if (changes.length < page.limit) {
    await assignPositions(trx, subject)
    changes = await listChanges(trx, subject, filter, page)
  }
  return { changes, pagination: paginationOf(page, await countChanges(trx, subject, filter, page)) }
}

/** Undefined: of all. */
const idsOf = async (
  id: number | undefined,
  externalId: string | undefined,
  find: (externalId: string) => Promise<number[]>,
): Promise<{ subjectIds?: number[] }> => {
  if (id !== undefined) return { subjectIds: [id] }
  return externalId === undefined ? {} : { subjectIds: await find(externalId) }
}

const show = async <Entity extends { id: number }, Shown>(
  deps: Deps,
  caller: KeyCaller,
  asked: HistoryQuery,
  kind: {
    subject: Subject
    subjects: (trx: Db) => Promise<{ subjectIds?: number[] }>
    load: (trx: Db, ids: number[], account: Account) => Promise<Entity[]>
    present: (change: StoredChange, entity: Entity | undefined, viewer: { keyId: string; zone: string }) => Shown
  },
) => {
  const account = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const filter = {
      ...(await filterFor(trx, caller, asked, account.timezone)),
      ...(await kind.subjects(trx)),
    }
    const { changes, pagination } = await readPage(trx, kind.subject, filter, asked)
    const ids = [...new Set(changes.map(({ subjectId }) => subjectId))]
    const entities = new Map((await kind.load(trx, ids, account)).map((entity) => [entity.id, entity]))
    const viewer = { keyId: caller.keyId, zone: account.timezone }
    return {
      success: true as const,
      generatedAt: toLocalTime(deps.now(), account.timezone),
      pagination,
      history: changes.map((change) => kind.present(change, entities.get(change.subjectId), viewer)),
    }
  })
}

export const showOrderHistory: Action<Deps, typeof listOrderHistory> = (deps, caller, { query }) =>
  show(deps, caller, query, {
    subject: 'order',
    subjects: (trx) =>
      idsOf(query.filter?.orderId, query.filter?.orderExternalId, (id) => listOrderIdsByExternalId(trx, id)),
    load: (trx, ids, { timezone }) => presentOrdersById(trx, ids, timezone),
    present: presentOrderChange,
  })

export const showCustomerHistory: Action<Deps, typeof listCustomerHistory> = (deps, caller, { query }) =>
  show(deps, caller, query, {
    subject: 'customer',
    subjects: (trx) =>
      idsOf(query.filter?.customerId, query.filter?.customerExternalId, (id) => listCustomerIds(trx, id)),
    load: async (trx, ids, account) =>
      (await listCustomersById(trx, ids)).map((customer) => presentCustomer(customer, account)),
    present: presentCustomerChange,
  })
