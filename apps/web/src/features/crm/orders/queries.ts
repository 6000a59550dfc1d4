import type { Order, OrderEdit, OrderNew } from '@patchbay/contract/crm/orders'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  createWorkspaceOrder,
  editWorkspaceOrder,
  getWorkspaceOrder,
  listWorkspaceOrders,
  search as searchEndpoint,
} from '../../../lib/endpoints.generated.ts'
import type { OrderSearch } from './search.ts'

/** The filters of the list; they are in the URL, so that it can be shared with a colleague. */
const LIMIT = 20
const MOST_FOUND = 50

const filterOf = ({ status, site, manager, customer, from, to }: OrderSearch) => ({
  ...(status !== undefined && { extendedStatus: [status] }),
  ...(site !== undefined && { sites: [site] }),
  ...(manager !== undefined && { managers: [manager] }),
  ...(customer !== undefined && { customerId: customer }),
  ...(from !== undefined && { createdAtFrom: from }),
  ...(to !== undefined && { createdAtTo: to }),
})

const listPage = async (search: OrderSearch) => {
  const query = { filter: filterOf(search), limit: LIMIT, page: search.page ?? 1 }
  const { orders, pagination } = await call(listWorkspaceOrders, { query })
  return { orders, pagination, more: false }
}

const isWithin = ({ customer, from = '', to = '9999' }: OrderSearch, order: Order): boolean => {
  const day = order.createdAt.slice(0, 10)
  return (customer === undefined || order.customer?.id === customer) && day >= from && day <= to
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

export const ordersQuery = (search: OrderSearch) =>
  queryOptions({
    queryKey: ['orders', 'list', search],
    queryFn: async () => (search.find === undefined ? await listPage(search) : await findOrders(search, search.find)),
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
