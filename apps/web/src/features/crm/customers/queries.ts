import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getCustomerCard, listWorkspaceCustomers, noteCustomer } from '../../../lib/endpoints.generated.ts'
import type { CustomerSearch } from './search.ts'

const LIMIT = 20
export const MAX_NAMES = 250

const filterOf = ({ find, site, manager }: CustomerSearch) => ({
  ...(find !== undefined && (find.includes('@') ? { email: find } : { phone: find })),
  ...(site !== undefined && { sites: [site] }),
  ...(manager !== undefined && { managerId: manager }),
})

export const customersQuery = (search: CustomerSearch) =>
  queryOptions({
    queryKey: ['customers', 'list', search],
    queryFn: () =>
      call(listWorkspaceCustomers, { query: { filter: filterOf(search), limit: LIMIT, page: search.page ?? 1 } }),
  })

export const customerQuery = (id: number) =>
  queryOptions({ queryKey: ['customers', id], queryFn: () => call(getCustomerCard, { params: { id } }) })

export const useNote = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(noteCustomer, { params: { id }, body: { text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['customers', id] }),
  })
}

/** The names of these customers: a list that knows only their ids shows them with it. */
export const customerNamesQuery = (ids: number[]) =>
  queryOptions({
    queryKey: ['customers', 'names', ids],
    queryFn: () => call(listWorkspaceCustomers, { query: { filter: { ids }, limit: MAX_NAMES } }),
    select: ({ customers }) =>
      new Map(customers.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()])),
    enabled: ids.length > 0,
  })
