import type { PaymentStatus, PaymentType } from '@patchbay/contract/crm/references'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  listWorkspaceStatuses,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from '../../../lib/endpoints.generated.ts'

// The full lists, for administrators who edit them; the names of codes, which every page needs, are in queries.ts.

export const statusesQuery = queryOptions({ queryKey: ['statuses'], queryFn: () => call(listWorkspaceStatuses, {}) })

type ReferenceEdit<Row> = { code: string; isNew: boolean; row: Partial<Row> }

const useSaveReference = <Row>(save: (edit: ReferenceEdit<Row>) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      for (const key of ['references', 'payment-shops']) void queryClient.invalidateQueries({ queryKey: [key] })
      await queryClient.invalidateQueries(statusesQuery)
    },
  })
}

export const useSavePaymentStatus = () =>
  useSaveReference<PaymentStatus>(({ code, isNew, row }) =>
    call(saveWorkspacePaymentStatus, { params: { code }, body: { isNew, paymentStatus: row } }),
  )

export const useSavePaymentType = () =>
  useSaveReference<PaymentType>(({ code, isNew, row }) =>
    call(saveWorkspacePaymentType, { params: { code }, body: { isNew, paymentType: row } }),
  )
