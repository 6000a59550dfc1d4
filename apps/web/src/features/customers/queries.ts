import { getCustomerCard, listWorkspaceCustomers, noteCustomer } from '@patchbay/contract/crm/workspace/customers'
import { listCustomerTimeline } from '@patchbay/contract/crm/workspace/timeline'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type CustomerSearch = {
  /** A phone or an e-mail. */
  find?: string | undefined
  site?: string | undefined
  manager?: number | undefined
  page?: number | undefined
}

const LIMIT = 20
export const MOST_NAMES = 250

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

const ENTRIES = 50

export const timelineQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['customers', id, 'timeline'],
    queryFn: ({ pageParam }) =>
      call(listCustomerTimeline, {
        params: { id },
        query: { limit: ENTRIES, ...(pageParam !== undefined && { before: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

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
    queryFn: () => call(listWorkspaceCustomers, { query: { filter: { ids }, limit: MOST_NAMES } }),
    select: ({ customers }) =>
      new Map(customers.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()])),
    enabled: ids.length > 0,
  })
