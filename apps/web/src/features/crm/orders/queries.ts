import type { OrderEdit } from '@patchbay/contract/crm/orders'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { editWorkspaceOrder, getWorkspaceOrder, listWorkspaceOrders } from '../../../lib/endpoints.generated.ts'
import type { OrderSearch } from './search.ts'

/** What the list is narrowed to; it stands in the address, so that it can be sent to a colleague. */
const LIMIT = 20

const filterOf = ({ number, status, site, manager, customer, from, to }: OrderSearch) => ({
  ...(number !== undefined && { numbers: [number] }),
  ...(status !== undefined && { extendedStatus: [status] }),
  ...(site !== undefined && { sites: [site] }),
  ...(manager !== undefined && { managers: [manager] }),
  ...(customer !== undefined && { customerId: customer }),
  ...(from !== undefined && { createdAtFrom: from }),
  ...(to !== undefined && { createdAtTo: to }),
})

export const ordersQuery = (search: OrderSearch) =>
  queryOptions({
    queryKey: ['orders', 'list', search],
    queryFn: () =>
      call(listWorkspaceOrders, { query: { filter: filterOf(search), limit: LIMIT, page: search.page ?? 1 } }),
  })

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id],
    queryFn: () => call(getWorkspaceOrder, { params: { id } }),
  })

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
