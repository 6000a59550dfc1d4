import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { addOrderPayment } from '../../../lib/endpoints.generated.ts'

export const useAddPayment = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { type: string; amount: string }) => call(addOrderPayment, { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}
