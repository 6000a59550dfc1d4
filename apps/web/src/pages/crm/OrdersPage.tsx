import { IconPlus, IconShoppingBag } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { OrderFilters } from '../../features/crm/orders/OrderFilters.tsx'
import { OrderList } from '../../features/crm/orders/OrderList.tsx'
import { ordersQuery } from '../../features/crm/orders/queries.ts'
import type { OrderSearch } from '../../features/crm/orders/search.ts'
import { useNames, useReferences } from '../../features/crm/references/queries.ts'
import { colleaguesQuery } from '../../features/platform/users/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ListPage } from '../../ui/ListPage.tsx'
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
  const orders = useQuery({ ...ordersQuery(search), placeholderData: keepPreviousData })
  const go = (next: OrderSearch) => void navigate({ search: next, replace: true })
  const { orders: rows = [], pagination, more = false } = orders.data ?? {}
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
        more ? texts.customers.moreFound : orders.data && texts.orders.total(pagination?.totalCount ?? rows.length)
      }
      actions={
        <ManagersOnly>
          <ButtonLink to="/orders/add" leftSection={<IconPlus size={16} aria-hidden />}>
            {texts.order.new}
          </ButtonLink>
        </ManagersOnly>
      }
      query={orders}
      rows={rows}
      filters={filters}
      filtered={Object.values(search).some((value) => value !== undefined)}
      empty={{ icon: IconShoppingBag, title: texts.orders.emptyTitle, what: texts.orders.emptyWhat }}
    >
      <OrderList orders={rows} statusName={names.orderStatus} shopName={names.shop} />
      {pagination && <Pages pagination={pagination} onGo={(page) => go({ ...search, page })} />}
    </ListPage>
  )
}
