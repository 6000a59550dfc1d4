import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listPaymentAttention } from '../../../lib/endpoints.generated.ts'

const REFETCH_MS = 60_000

/** A hold comes within 24 hours of its end without any event, so an open page refetches now and then. */
export const paymentAttentionQuery = queryOptions({
  queryKey: ['payment-attention'],
  queryFn: () => call(listPaymentAttention, {}),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
})
