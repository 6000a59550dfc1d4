import { IconShoppingBag } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { OrderFilters } from '../features/orders/OrderFilters.tsx'
import { OrderList } from '../features/orders/OrderList.tsx'
import { type OrderSearch, ordersQuery } from '../features/orders/queries.ts'
import { useNames, useReferences } from '../features/references/queries.ts'
import { colleaguesQuery } from '../features/users/queries.ts'
import { useTexts } from '../texts/catalogue.ts'
import { Page } from '../ui/Page.tsx'
import { Pages } from '../ui/Pages.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'

const choices = (rows: readonly { code: string; name: string }[]) =>
  rows.map(({ code, name }) => ({ value: code, label: name }))

export const OrdersPage = () => {
  const texts = useTexts()
  const search = useSearch({ from: '/workspace/orders' })
  const navigate = useNavigate({ from: '/orders' })
  const { orderStatuses, shops } = useReferences()
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const names = useNames()
  const orders = useQuery({ ...ordersQuery(search), placeholderData: keepPreviousData })
  const go = (next: OrderSearch) => void navigate({ search: next, replace: true })
  const filtered = Object.values(search).some((value) => value !== undefined)
  return (
    <Page title={texts.orders.title} about={orders.data && texts.orders.total(orders.data.pagination.totalCount)} wide>
      <OrderFilters
        search={search}
        statuses={choices(orderStatuses)}
        shops={choices(shops)}
        managers={colleagues.map((one) => ({
          value: String(one.id),
          label: `${one.firstName} ${one.lastName}`.trim(),
        }))}
        onChange={go}
      />
      {orders.isPending && <PageSkeleton />}
      {orders.error && <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />}
      {orders.data?.orders.length === 0 && (
        <EmptyState
          icon={IconShoppingBag}
          title={filtered ? texts.states.nothingFits : texts.orders.emptyTitle}
          what={filtered ? texts.states.nothingFitsWhat : texts.orders.emptyWhat}
        />
      )}
      {orders.data && orders.data.orders.length > 0 && (
        <>
          <OrderList orders={orders.data.orders} statusName={names.orderStatus} shopName={names.shop} />
          <Pages pagination={orders.data.pagination} onGo={(page) => go({ ...search, page })} />
        </>
      )}
    </Page>
  )
}
