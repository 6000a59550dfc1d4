import type { PaymentStatus, PaymentType } from '@patchbay/contract/crm/references'
import {
  listWorkspaceStatuses,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from '@patchbay/contract/crm/workspace/references'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

// The lists in full, for those who keep them; what everybody needs to read a code is in queries.ts.

export const statusesQuery = queryOptions({ queryKey: ['statuses'], queryFn: () => call(listWorkspaceStatuses, {}) })

type Kept<Row> = { code: string; isNew: boolean; row: Partial<Row> }

const useKeep = <Row>(keep: (kept: Kept<Row>) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: keep,
    onSuccess: async () => {
      for (const key of ['references', 'payment-shops']) void queryClient.invalidateQueries({ queryKey: [key] })
      await queryClient.invalidateQueries(statusesQuery)
    },
  })
}

export const useKeepStatus = () =>
  useKeep<PaymentStatus>(({ code, isNew, row }) =>
    call(saveWorkspacePaymentStatus, { params: { code }, body: { isNew, paymentStatus: row } }),
  )

export const useKeepType = () =>
  useKeep<PaymentType>(({ code, isNew, row }) =>
    call(saveWorkspacePaymentType, { params: { code }, body: { isNew, paymentType: row } }),
  )
