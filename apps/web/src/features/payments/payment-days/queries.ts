import type { StatementUploadReply } from '@patchbay/contract/payments/workspace/payment-days'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  acknowledgeDifferences,
  closePaymentDay,
  fetchStatement,
  getPaymentDay,
  listPaymentDays,
  openPaymentDay,
  reopenPaymentDay,
} from '../../../lib/endpoints.generated.ts'
import { uploadStatement } from '../../../lib/upload.ts'

export const paymentDaysQuery = infiniteQueryOptions({
  queryKey: ['payment-days', 'list'],
  queryFn: ({ pageParam }) =>
    call(listPaymentDays, { query: { ...(pageParam !== undefined && { before: pageParam }) } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
})

export const paymentDayQuery = (dayId: number) =>
  queryOptions({ queryKey: ['payment-days', dayId], queryFn: () => call(getPaymentDay, { params: { dayId } }) })

const useReload = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['payment-days'] })
}

export const useOpenDay = () => {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (body: { module: string; day: string }) => call(openPaymentDay, { body }),
    onSuccess,
  })
}

const COMMANDS = { fetch: fetchStatement, close: closePaymentDay, reopen: reopenPaymentDay } as const

/** A refusal changes the day too: it was compared once more. */
export const useDayCommand = (dayId: number) => {
  const onSettled = useReload()
  return useMutation({
    mutationFn: (command: keyof typeof COMMANDS) => call(COMMANDS[command], { params: { dayId } }),
    onSettled,
  })
}

export const useAcknowledge = (dayId: number) => {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (body: { discrepancyIds: number[]; note: string }) =>
      call(acknowledgeDifferences, { params: { dayId }, body }),
    onSuccess,
  })
}

export const useUploadStatement = (dayId: number) => {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: ({ file, mapping }: { file: File; mapping?: string }): Promise<StatementUploadReply> =>
      uploadStatement({ dayId, mapping }, file),
    onSuccess,
  })
}
