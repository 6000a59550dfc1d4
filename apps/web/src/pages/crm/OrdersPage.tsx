import { IconPlus, IconShoppingBag } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { OrderFilters } from '../../features/crm/orders/OrderFilters.tsx'
import { OrderList } from '../../features/crm/orders/OrderList.tsx'
import { orderListQuery, ordersQuery, sortedOrdersQuery } from '../../features/crm/orders/queries.ts'
import { isSorted, type OrderSearch } from '../../features/crm/orders/search.ts'
import { useNames, useReferences } from '../../features/crm/references/queries.ts'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { colleaguesQuery } from '../../features/platform/users/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'
import { Pages } from '../../ui/Pages.tsx'

const choices = (rows: readonly { code: string; name: string }[]) =>
  rows.map(({ code, name }) => ({ value: code, label: name }))

export const OrdersPage = () => {
  const texts = useTexts()
  const search = useSearch({ from: '/workspace/orders' })
  const navigate = useNavigate({ from: '/orders' })
  const { orderStatuses, shops } = useReferences()
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const names = useNames()
  const listed = useQuery({ ...ordersQuery(search), placeholderData: keepPreviousData })
  const inOrder = useInfiniteQuery({ ...sortedOrdersQuery(search), placeholderData: keepPreviousData })
  const sorted = isSorted(search)
  const go = (next: OrderSearch) => void navigate({ search: next, replace: true })
  const { orders: found = [], pagination, more = false } = listed.data ?? {}
  const rows = sorted ? (inOrder.data?.pages.flatMap((page) => page.orders) ?? []) : found
  const sorting = search.find === undefined && {
    by: search.sort,
    direction: search.direction ?? ('desc' as const),
    onSort: (sort: NonNullable<OrderSearch['sort']>, direction: 'asc' | 'desc') =>
      go({ ...search, page: undefined, sort, direction }),
  }
  const filters = (
    <OrderFilters
      search={search}
      statuses={choices(orderStatuses)}
      shops={choices(shops)}
      managers={colleagues.map((one) => ({ value: String(one.id), label: `${one.firstName} ${one.lastName}`.trim() }))}
      onChange={go}
    />
  )
  return (
    <ListPage
      title={texts.orders.title}
      about={
        more && !sorted
          ? texts.customers.moreFound
          : !sorted && listed.data && texts.orders.total(pagination?.totalCount ?? rows.length)
      }
      actions={
        <>
          {/* A search shows the best matches: those are exported. */}
          <ExportButton
            list="orders"
            query={search.find === undefined ? orderListQuery(search) : { filter: { ids: rows.map(({ id }) => id) } }}
            labels={{ status: Object.fromEntries(orderStatuses.map(({ code }) => [code, names.orderStatus(code)])) }}
          />
          <ManagersOnly>
            <ButtonLink to="/orders/add" leftSection={<IconPlus size={16} aria-hidden />}>
              {texts.order.new}
            </ButtonLink>
          </ManagersOnly>
        </>
      }
      query={sorted ? inOrder : listed}
      rows={rows}
      filters={filters}
      filtered={Object.values(search).some((value) => value !== undefined)}
      empty={{ icon: IconShoppingBag, title: texts.orders.emptyTitle, what: texts.orders.emptyWhat }}
    >
      <OrderList
        orders={rows}
        statusName={names.orderStatus}
        shopName={names.shop}
        sorting={sorting || undefined}
        {...(sorted && moreOf(inOrder))}
      />
      {!sorted && pagination && <Pages pagination={pagination} onGo={(page) => go({ ...search, page })} />}
    </ListPage>
  )
}
