import { Box, Text } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { type Direction, SortHead } from '../../../ui/SortHead.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import type { OrderSearch } from './search.ts'

export const personOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

type PaidStateProps = { order: Pick<Order, 'prepaySum' | 'totalSumm' | 'currency'>; size?: 'xs' | 'sm' }

export const PaidState = ({ order, size = 'sm' }: PaidStateProps) => {
  const { orders: texts } = useTexts()
  const format = useFormat()
  const { prepaySum, totalSumm, currency } = order
  const [tone, text]: [Tone, string] =
    prepaySum <= 0
      ? ['calm', texts.unpaid]
      : prepaySum < totalSumm
        ? ['warn', texts.paidPart(format.money(prepaySum, currency))]
        : ['good', texts.paidAll]
  return (
    <Status tone={tone} size={size}>
      {text}
    </Status>
  )
}

type Sort = NonNullable<OrderSearch['sort']>

type OrderListProps = {
  orders: Order[]
  statusName: (code: string) => string
  shopName: (code: string) => string
  /** Absent: what was found is in the order of how well it matches. */
  sorting:
    | { by: OrderSearch['sort']; direction: Direction; onSort: (by: Sort, direction: Direction) => void }
    | undefined
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const

/** The head of a column by which the list can be sorted. */
const sortable = (
  sorting: OrderListProps['sorting'],
  by: Sort,
  label: string,
): Pick<Column<Order>, 'head' | 'sorted'> => {
  if (!sorting) return { head: label }
  const direction = sorting.by === by ? sorting.direction : undefined
  return {
    head: <SortHead label={label} direction={direction} onSort={(next) => sorting.onSort(by, next)} />,
    sorted: direction ? SORTED[direction] : 'none',
  }
}

const useColumns = ({ statusName, shopName, sorting }: Omit<OrderListProps, 'orders'>): Column<Order>[] => {
  const { orders: texts, customers } = useTexts()
  const format = useFormat()
  return [
    {
      key: 'number',
      head: texts.number,
      cell: (order) => (
        <>
          <RowLink to="/orders/$id" params={{ id: String(order.id) }}>
            {order.number}
          </RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {joinFacts([personOf(order), statusName(order.status)])}
          </Text>
        </>
      ),
    },
    {
      key: 'customer',
      ...sortable(sorting, 'customer', texts.customer),
      wideOnly: true,
      cell: (order) => personOf(order) || '—',
    },
    { key: 'status', head: texts.status, wideOnly: true, cell: ({ status }) => statusName(status) },
    { key: 'shop', head: customers.shop, wideOnly: true, cell: ({ site }) => shopName(site) },
    {
      key: 'created',
      ...sortable(sorting, 'created', texts.created),
      wideOnly: true,
      cell: ({ createdAt }) => format.local(createdAt),
    },
    { key: 'paid', head: texts.paid, wideOnly: true, cell: (order) => <PaidState order={order} /> },
    {
      key: 'sum',
      ...sortable(sorting, 'total', texts.sum),
      numeric: true,
      cell: (order) => (
        <>
          {format.money(order.totalSumm, order.currency)}
          <Box hiddenFrom="sm">
            <PaidState order={order} size="xs" />
          </Box>
        </>
      ),
    },
  ]
}

type MoreProps = { onMore?: (() => void) | undefined; loadingMore?: boolean }

export const OrderList = ({ orders, onMore, loadingMore = false, ...names }: OrderListProps & MoreProps) => {
  const { orders: texts } = useTexts()
  return (
    <DataList
      label={texts.title}
      rows={orders}
      columns={useColumns(names)}
      rowKey={({ id }) => id}
      onMore={onMore}
      loadingMore={loadingMore}
    />
  )
}
