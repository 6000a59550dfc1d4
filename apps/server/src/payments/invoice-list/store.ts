import type { InvoiceStatus, OperationKind, OperationState } from '@patchbay/contract/payments/statuses'
import type { InvoiceListName } from '@patchbay/contract/payments/workspace/invoice-list'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { OPEN_STATES } from '../operations/rules.ts'
import { figureConditions, type InvoiceFigureFilter } from './figure-store.ts'

// Invoices across orders. Each list is read along an index in its own order, whatever the history holds; a page begins after
// the last row of the page before. Conditions are literals, for the partial indexes.

type Source = {
  /** The condition of its partial index. */
  where: RawBuilder<unknown>
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
  direction: 'asc' | 'desc'
  ofOperation?: true
}

const newestFirst = { at: sql`i.created_at`, id: sql`i.id`, direction: 'desc' } as const
const longestFirst = { at: sql`p.created_at`, id: sql`p.id`, direction: 'asc', ofOperation: true } as const

const SOURCES: Record<InvoiceListName, Source> = {
  all: { where: sql`true`, ...newestFirst },
  awaiting: { where: sql`i.status = 'pending'`, ...newestFirst },
  refunded: { where: sql`i.refunded > 0`, ...newestFirst },
  held: { where: sql`i.status = 'waitingForCapture'`, at: sql`i.expiry_key`, id: sql`i.id`, direction: 'asc' },
  unknown: { where: sql`p.state = 'unknown'`, ...longestFirst },
  'needs-person': { where: sql`p.state = 'needs_human'`, ...longestFirst },
}

const open = sql.join(OPEN_STATES.map((state) => sql.lit(state)))

/** The open operation, of which an invoice has one at most. */
const fromSql = ({ ofOperation }: Source): RawBuilder<unknown> =>
  ofOperation
    ? sql`payment_operation p join invoice i on i.account_id = p.account_id and i.id = p.invoice_id`
    : sql`invoice i left join payment_operation p
        on p.account_id = i.account_id and p.invoice_id = i.id and p.state in (${open})`

export type InvoiceFilter = InvoiceFigureFilter & {
  list: InvoiceListName
  shopId?: number
  moduleId?: number
  managerId?: number
  least?: string
  most?: string
  orderIds?: readonly number[]
  after?: string
}

const afterSql = ({ at, id, direction }: Source, cursor: string | undefined): RawBuilder<unknown> => {
  if (cursor === undefined) return sql``
  const [microseconds = '0', lastId = ''] = cursor.split('.')
  const moment = sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`
  return sql`and (${at}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${moment}, ${lastId}::uuid)`
}

/** The shop and the manager are those of the order, which is looked up by its key. */
const joinsOf = sql`left join customer_order o on o.account_id = i.account_id and o.id = i.order_id`

const conditionsOf = (source: Source, filter: InvoiceFilter): RawBuilder<unknown> => {
  const { shopId, moduleId, managerId, least, most, orderIds } = filter
  return sql`${source.where}
    ${figureConditions(filter)}
    ${moduleId === undefined ? sql`` : sql`and i.module_id = ${moduleId}`}
    ${shopId === undefined ? sql`` : sql`and o.shop_id = ${shopId}`}
    ${managerId === undefined ? sql`` : sql`and o.manager_id = ${managerId}`}
    ${least === undefined ? sql`` : sql`and i.amount >= ${least}::numeric`}
    ${most === undefined ? sql`` : sql`and i.amount <= ${most}::numeric`}
    ${orderIds ? sql`and i.order_id = any(${orderIds}::bigint[])` : sql``}`
}

const orderOf = ({ at, id, direction }: Source): RawBuilder<unknown> => {
  const towards = sql.raw(direction)
  return sql`order by ${at} ${towards}, ${id} ${towards}`
}

export type ListedInvoiceRow = {
  id: string
  orderId: number
  orderNumber: string
  customerId: number | null
  firstName: string | null
  lastName: string | null
  shopCode: string | null
  shopName: string | null
  managerId: number | null
  moduleCode: string
  moduleName: string
  amount: string
  refunded: string
  currency: string
  status: InvoiceStatus | null
  failed: boolean
  createdAt: Date
  expiredAt: Date | null
  operationKind: OperationKind | null
  operationState: OperationState | null
  operationAt: Date | null
  cursor: string
}

export const listInvoices = async (db: Db, filter: InvoiceFilter, limit: number): Promise<ListedInvoiceRow[]> => {
  const source = SOURCES[filter.list]
  const { rows } = await sql<ListedInvoiceRow>`
    select i.id, i.order_id as "orderId", i.order_number as "orderNumber", i.customer_id as "customerId",
      coalesce(c.first_name, o.first_name) as "firstName", coalesce(c.last_name, o.last_name) as "lastName",
      s.code as "shopCode", s.name as "shopName", o.manager_id as "managerId",
      m.code as "moduleCode", m.name as "moduleName", i.amount::text as amount, i.refunded::text as refunded, i.currency,
      i.status, i.failed_at is not null as failed, i.created_at as "createdAt", i.expired_at as "expiredAt",
      p.kind as "operationKind", p.state as "operationState", coalesce(p.sent_at, p.created_at) as "operationAt",
      (extract(epoch from ${source.at}) * 1000000)::bigint || '.' || ${source.id} as cursor
    from ${fromSql(source)} ${joinsOf}
    join integration_module m on m.account_id = i.account_id and m.id = i.module_id
    left join shop s on s.account_id = o.account_id and s.id = o.shop_id
    left join customer c on c.account_id = i.account_id and c.id = i.customer_id
    where ${conditionsOf(source, filter)} ${afterSql(source, filter.after)}
    ${orderOf(source)} limit ${limit}`.execute(db)
  return rows
}

export type InvoiceSumRow = { currency: string; count: number; amount: string; refunded: string }

/**
 * Added up by PostgreSQL, which is exact, along the same index as the list and no further than the limit, so that the page
 * costs no more in an account with millions of invoices.
 */
export const sumInvoices = async (db: Db, filter: InvoiceFilter, limit: number): Promise<InvoiceSumRow[]> => {
  const source = SOURCES[filter.list]
  const needsOrder = filter.shopId !== undefined || filter.managerId !== undefined
  const from = source.ofOperation ? fromSql(source) : sql`invoice i`
  const amount = source.ofOperation ? sql`coalesce(p.amount, i.amount)` : sql`i.amount`
  const { rows } = await sql<InvoiceSumRow>`
    select currency, count(*)::integer as count, sum(amount)::text as amount, sum(refunded)::text as refunded
    from (
      select i.currency, ${amount} as amount, i.refunded from ${from} ${needsOrder ? joinsOf : sql``}
      where ${conditionsOf(source, filter)} ${orderOf(source)} limit ${limit}
    ) listed
    group by currency order by count(*) desc, currency`.execute(db)
  return rows
}
