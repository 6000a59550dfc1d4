import type { Order, OrderEdit, OrderNew } from '@patchbay/contract/crm/orders'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  createWorkspaceOrder,
  editWorkspaceOrder,
  getWorkspaceOrder,
  listSortedOrders,
  listWorkspaceOrders,
  search as searchEndpoint,
} from '../../../lib/endpoints.generated.ts'
import { isSorted, type OrderSearch } from './search.ts'

const LIMIT = 20
const MOST_FOUND = 50

/** The filters of the list; they are in the URL, so that it can be shared with a colleague. */
const orderFilter = ({ status, site, manager, customer, from, to }: OrderSearch) => ({
  ...(status !== undefined && { extendedStatus: [status] }),
  ...(site !== undefined && { sites: [site] }),
  ...(manager !== undefined && { managers: [manager] }),
  ...(customer !== undefined && { customerId: customer }),
  ...(from !== undefined && { createdAtFrom: from }),
  ...(to !== undefined && { createdAtTo: to }),
})

const listPage = async (search: OrderSearch) => {
  const query = { filter: orderFilter(search), limit: LIMIT, page: search.page ?? 1 }
  const { orders, pagination } = await call(listWorkspaceOrders, { query })
  return { orders, pagination, more: false }
}

const paymentStateOf = ({ prepaySum, totalSumm }: Order): OrderSearch['payment'] =>
  prepaySum <= 0 ? 'unpaid' : prepaySum < totalSumm ? 'partly' : 'paid'

const isWithin = ({ customer, payment, from = '', to = '9999' }: OrderSearch, order: Order): boolean => {
  const day = order.createdAt.slice(0, 10)
  const isOfState = payment === undefined || paymentStateOf(order) === payment
  return isOfState && (customer === undefined || order.customer?.id === customer) && day >= from && day <= to
}

/** The best matches, without pages. */
const findOrders = async (search: OrderSearch, text: string) => {
  const { site, manager: managerId, status } = search
  const filter = {
    ...(site !== undefined && { site }),
    ...(managerId !== undefined && { managerId }),
    ...(status !== undefined && { status }),
  }
  const query = { text, only: 'orders' as const, limit: MOST_FOUND, ...filter }
  const { orders, more } = await call(searchEndpoint, { query })
  return {
    orders: orders.filter((order) => isWithin(search, order)),
    pagination: undefined,
    more: more.includes('orders'),
  }
}

/** The list as a query of the API: for its pages, and for its export. */
export const orderListQuery = (search: OrderSearch) => ({
  filter: orderFilter(search),
  sort: search.sort ?? ('id' as const),
  direction: search.direction ?? ('desc' as const),
  ...(search.payment !== undefined && { paymentState: search.payment }),
})

export const sortedOrdersQuery = (search: OrderSearch) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'list', 'sorted', search],
    queryFn: ({ pageParam }) =>
      call(listSortedOrders, {
        query: { ...orderListQuery(search), ...(pageParam !== undefined && { after: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    enabled: isSorted(search),
  })

export const ordersQuery = (search: OrderSearch) =>
  queryOptions({
    queryKey: ['orders', 'list', search],
    enabled: !isSorted(search),
    queryFn: async () => (search.find === undefined ? await listPage(search) : await findOrders(search, search.find)),
  })

const SHOWN_OPEN = 5

/** The latest orders of a customer in one of these statuses: the open ones. */
export const openOrdersQuery = (customerId: number | undefined, statuses: string[]) =>
  queryOptions({
    queryKey: ['orders', 'list', { openOf: customerId, statuses }],
    queryFn: () =>
      call(listWorkspaceOrders, {
        query: {
          filter: { ...(customerId !== undefined && { customerId }), extendedStatus: statuses },
          limit: 20,
          page: 1,
        },
      }),
    select: ({ orders }) => orders.slice(0, SHOWN_OPEN),
    enabled: customerId !== undefined,
  })

/** The latest orders of a customer, whatever their status. */
export const customerOrdersQuery = (customerId: number | undefined) =>
  queryOptions({
    queryKey: ['orders', 'list', { latestOf: customerId }],
    queryFn: () =>
      call(listWorkspaceOrders, {
        query: { filter: { ...(customerId !== undefined && { customerId }) }, limit: 20, page: 1 },
      }),
    select: ({ orders }) => orders,
    enabled: customerId !== undefined,
  })

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id],
    queryFn: () => call(getWorkspaceOrder, { params: { id } }),
  })

export const useCreateOrder = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (order: OrderNew) => call(createWorkspaceOrder, { body: { order } }),
    onSuccess: (reply) => {
      queryClient.setQueryData(orderQuery(reply.order.id).queryKey, reply)
      void queryClient.invalidateQueries({ queryKey: ['orders', 'list'] })
    },
  })
}

export const useEditOrder = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (order: OrderEdit) => call(editWorkspaceOrder, { params: { id }, body: { order } }),
    onSuccess: (reply) => {
      queryClient.setQueryData(orderQuery(id).queryKey, reply)
      void queryClient.invalidateQueries({ queryKey: ['orders', 'list'] })
    },
  })
}
