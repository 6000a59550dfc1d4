import { listDiscrepancies, resolveDiscrepancy } from '@patchbay/contract/payments/workspace/discrepancies'
import { issueInvoice, listOrderInvoices, sendInvoiceLink } from '@patchbay/contract/payments/workspace/invoices'
import { checkInvoiceStatus, operateInvoice, reissueInvoice } from '@patchbay/contract/payments/workspace/operations'
import {
  editPaymentSettings,
  getPaymentSettings,
  type PaymentSettingsView,
} from '@patchbay/contract/payments/workspace/settings'
import { bindPaymentType, listPaymentShops } from '@patchbay/contract/payments/workspace/shops'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const invoicesQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['invoices', orderId],
    queryFn: () => call(listOrderInvoices, { params: { orderId } }),
  })

/** Which payment types have a shop behind them, and what speaks against using one (P-06, P-07). */
export const paymentShopsQuery = queryOptions({
  queryKey: ['payment-shops'],
  queryFn: () => call(listPaymentShops, {}),
})

/** Whatever came of it, the order's invoices and payments are read again: the module may have moved them. */
const useInvoiceChange = <Input, Reply>(orderId: number, change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await queryClient.invalidateQueries(invoicesQuery(orderId))
      void queryClient.invalidateQueries({ queryKey: ['orders', orderId] })
    },
  })
}

export const useIssue = (orderId: number) =>
  useInvoiceChange(orderId, (paymentId: number) => call(issueInvoice, { params: { paymentId }, body: {} }))

export type Operation = { kind: 'approve' | 'cancel' | 'refund'; amount?: string }

export const useOperate = (orderId: number, invoiceId: string) =>
  useInvoiceChange(orderId, (body: Operation) => call(operateInvoice, { params: { invoiceId }, body }))

export const useReissue = (orderId: number, invoiceId: string) =>
  useInvoiceChange(orderId, (_: undefined) => call(reissueInvoice, { params: { invoiceId } }))

export const useLook = (orderId: number, invoiceId: string) =>
  useInvoiceChange(orderId, (_: undefined) => call(checkInvoiceStatus, { params: { invoiceId } }))

export const useSendLink = (invoiceId: string) =>
  useMutation({ mutationFn: () => call(sendInvoiceLink, { params: { invoiceId }, body: {} }) })

export const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: () => call(getPaymentSettings, {}),
})

export const useBindType = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ typeCode, shopId }: { typeCode: string; shopId: number | undefined }) =>
      call(bindPaymentType, { params: { typeCode }, body: { ...(shopId !== undefined && { shopId }) } }),
    onSettled: () => queryClient.invalidateQueries(paymentShopsQuery),
  })
}

export const useSavePaymentSettings = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PaymentSettingsView>) => call(editPaymentSettings, { body }),
    onSettled: () => queryClient.invalidateQueries(paymentSettingsQuery),
  })
}

const PAGE = 100

export const discrepanciesQuery = (resolved: boolean) =>
  infiniteQueryOptions({
    queryKey: ['discrepancies', resolved],
    queryFn: ({ pageParam }) =>
      call(listDiscrepancies, { query: { resolved, ...(pageParam !== undefined && { before: pageParam }) } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ discrepancies }) => (discrepancies.length < PAGE ? undefined : discrepancies.at(-1)?.id),
  })

export const useSettle = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, resolution }: { id: number; resolution: string }) =>
      call(resolveDiscrepancy, { params: { discrepancyId: id }, body: { resolution } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['discrepancies'] }),
  })
}
