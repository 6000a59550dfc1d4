import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listCustomerFiles, listOrderFiles } from '../../../lib/endpoints.generated.ts'

export type AttachedTo = { orderId: number } | { customerId: number }

/** Their links are valid for a day. */
export const filesQuery = (to: AttachedTo) =>
  queryOptions({
    queryKey: ['attached-files', to],
    queryFn: () =>
      'orderId' in to
        ? call(listOrderFiles, { params: { id: to.orderId } })
        : call(listCustomerFiles, { params: { id: to.customerId } }),
  })
