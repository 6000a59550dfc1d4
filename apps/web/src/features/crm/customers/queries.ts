import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  createWorkspaceCustomer,
  editWorkspaceCustomer,
  getCustomerCard,
  listWorkspaceCustomers,
  noteCustomer,
  search as searchEndpoint,
} from '../../../lib/endpoints.generated.ts'
import type { CustomerSearch } from './search.ts'

const LIMIT = 20
const MOST_FOUND = 50
export const MAX_NAMES = 250

export const customerFilter = ({ site, manager }: CustomerSearch) => ({
  ...(site !== undefined && { sites: [site] }),
  ...(manager !== undefined && { managerId: manager }),
})

const listPage = async (search: CustomerSearch) => {
  const query = { filter: customerFilter(search), limit: LIMIT, page: search.page ?? 1 }
  const { customers, pagination } = await call(listWorkspaceCustomers, { query })
  return { customers, pagination, more: false }
}

/** The best matches, without pages. */
const findCustomers = async ({ site, manager: managerId }: CustomerSearch, text: string) => {
  const filter = { ...(site !== undefined && { site }), ...(managerId !== undefined && { managerId }) }
  const query = { text, only: 'customers' as const, limit: MOST_FOUND, ...filter }
  const { customers, more } = await call(searchEndpoint, { query })
  return { customers, pagination: undefined, more: more.includes('customers') }
}

export const customersQuery = (search: CustomerSearch) =>
  queryOptions({
    queryKey: ['customers', 'list', search],
    queryFn: async () =>
      search.find === undefined ? await listPage(search) : await findCustomers(search, search.find),
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

/** The names of these customers, for lists that have only ids. */
export const customerNamesQuery = (ids: number[]) =>
  queryOptions({
    queryKey: ['customers', 'names', ids],
    queryFn: () => call(listWorkspaceCustomers, { query: { filter: { ids }, limit: MAX_NAMES } }),
    select: ({ customers }) =>
      new Map(customers.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()])),
    enabled: ids.length > 0,
  })

export type CustomerFields = InputOf<typeof createWorkspaceCustomer>['body']['customer']

/** Without an id a new customer is created. */
export const useSaveCustomer = (id?: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { customer: CustomerFields; note?: string }) =>
      id === undefined
        ? call(createWorkspaceCustomer, { body })
        : call(editWorkspaceCustomer, { params: { id }, body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['customers'] }),
        queryClient.invalidateQueries({ queryKey: ['search'] }),
      ]),
  })
}
