import type { PaymentEdit } from '@patchbay/contract/crm/order-payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { addOrderPayment, changeOrderPayment, removeOrderPayment } from '../../../lib/endpoints.generated.ts'

const usePaymentChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['invoices'] })
      return queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
  })
}

export const useAddPayment = (id: number) =>
  usePaymentChange((body: { type: string; amount: string }) => call(addOrderPayment, { params: { id }, body }))

export const useChangePayment = (paymentId: number) =>
  usePaymentChange((body: PaymentEdit) => call(changeOrderPayment, { params: { paymentId }, body }))

export const useRemovePayment = (paymentId: number) =>
  usePaymentChange((_: undefined) => call(removeOrderPayment, { params: { paymentId } }))
