import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getInvoiceHistory, listInvoices } from '../../../lib/endpoints.generated.ts'
import type { PaymentSearch } from './search.ts'

/** What the list asks for; its export, too. */
export const invoiceFilter = ({
  list,
  find,
  from,
  to,
  site,
  module,
  manager,
  least,
  most,
  counted,
  currency,
  type,
  paidOver,
  paidTo,
}: PaymentSearch) => ({
  list: list ?? 'awaiting',
  ...(find !== undefined && { text: find }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(site !== undefined && { site }),
  ...(module !== undefined && { module }),
  ...(manager !== undefined && { managerId: manager }),
  ...(least !== undefined && { least }),
  ...(most !== undefined && { most }),
  ...(counted !== undefined && { counted }),
  ...(currency !== undefined && { currency }),
  ...(type !== undefined && { type }),
  ...(paidOver !== undefined && { paidOver }),
  ...(paidTo !== undefined && { paidTo }),
})

export const invoiceListQuery = (search: PaymentSearch) =>
  infiniteQueryOptions({
    queryKey: ['invoice-list', invoiceFilter(search)],
    queryFn: ({ pageParam }) =>
      call(listInvoices, { query: { ...invoiceFilter(search), ...(pageParam !== undefined && { after: pageParam }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

export const invoiceHistoryQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['invoice-list', 'history', invoiceId],
    queryFn: () => call(getInvoiceHistory, { params: { invoiceId } }),
  })
