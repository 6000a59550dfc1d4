import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  checkInvoiceStatus,
  issueInvoice,
  listOrderInvoices,
  operateInvoice,
  reissueInvoice,
  resolveOperation,
  sendInvoiceLink,
} from '../../../lib/endpoints.generated.ts'

export const invoicesQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['invoices', orderId],
    queryFn: () => call(listOrderInvoices, { params: { orderId } }),
  })

/** Refetch the order's invoices and payments after success and after failure: the module may have changed them. */
const useInvoiceChange = <Input, Reply>(orderId: number, change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await queryClient.invalidateQueries(invoicesQuery(orderId))
      void queryClient.invalidateQueries({ queryKey: ['orders', orderId] })
      void queryClient.invalidateQueries({ queryKey: ['invoice-list'] })
    },
  })
}

export const useIssue = (orderId: number) =>
  useInvoiceChange(orderId, (paymentId: number) => call(issueInvoice, { params: { paymentId }, body: {} }))

export type Operation = { kind: 'approve' | 'cancel' | 'refund'; amount?: string }

export const useOperate = (orderId: number, invoiceId: string) =>
  useInvoiceChange(orderId, (body: Operation) => call(operateInvoice, { params: { invoiceId }, body }))

export const useReissue = (orderId: number, invoiceId: string) =>
  useInvoiceChange(orderId, (amount: string) => call(reissueInvoice, { params: { invoiceId }, body: { amount } }))

export const useCheckStatus = (orderId: number, invoiceId: string) =>
  useInvoiceChange(orderId, (_: undefined) => call(checkInvoiceStatus, { params: { invoiceId } }))

export type Resolution = { outcome: 'happened' | 'did-not-happen'; reason: string }

export const useResolve = (orderId: number, invoiceId: string) =>
  useInvoiceChange(orderId, (body: Resolution) => call(resolveOperation, { params: { invoiceId }, body }))

export const useSendLink = (invoiceId: string) =>
  useMutation({ mutationFn: (to: string) => call(sendInvoiceLink, { params: { invoiceId }, body: { to } }) })
