import type { PaymentSettingsView } from '@patchbay/contract/payments/workspace/settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { editPaymentSettings, getPaymentSettings } from '../../../lib/endpoints.generated.ts'

export const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: () => call(getPaymentSettings, {}),
})

export const useSavePaymentSettings = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PaymentSettingsView>) => call(editPaymentSettings, { body }),
    onSettled: () => queryClient.invalidateQueries(paymentSettingsQuery),
  })
}
