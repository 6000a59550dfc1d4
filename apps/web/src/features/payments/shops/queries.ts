import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { bindPaymentType, listPaymentShops } from '../../../lib/endpoints.generated.ts'

/** Which payment types are connected to a shop, and what prevents using one (P-06, P-07). */
export const paymentShopsQuery = queryOptions({
  queryKey: ['payment-shops'],
  queryFn: () => call(listPaymentShops, {}),
})

export const useBindType = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ typeCode, shopId }: { typeCode: string; shopId: number | undefined }) =>
      call(bindPaymentType, { params: { typeCode }, body: { ...(shopId !== undefined && { shopId }) } }),
    onSettled: () => queryClient.invalidateQueries(paymentShopsQuery),
  })
}
