import type { DeliveryType, OrderStatus, PaymentStatus, PaymentType } from '@patchbay/contract/crm/references'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  listWorkspaceStatuses,
  saveWorkspaceDeliveryType,
  saveWorkspaceOrderStatus,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from '../../../lib/endpoints.generated.ts'
import { withNames } from '../../../lib/reference-names.ts'
import { useTexts } from '../../../texts/catalogue.ts'

// The full lists, for administrators who edit them; the names of codes, which every page needs, are in queries.ts.

const statusesQuery = queryOptions({ queryKey: ['statuses'], queryFn: () => call(listWorkspaceStatuses, {}) })

/** With built-in names in the language of the user. */
export const useStatuses = () => {
  const texts = useTexts()
  const { orderStatuses, paymentStatuses, paymentTypes, deliveryTypes } = useSuspenseQuery(statusesQuery).data
  return {
    orderStatuses: withNames(texts, 'orderStatuses', orderStatuses),
    paymentStatuses: withNames(texts, 'paymentStatuses', paymentStatuses),
    paymentTypes: withNames(texts, 'paymentTypes', paymentTypes),
    deliveryTypes: withNames(texts, 'deliveryTypes', deliveryTypes),
  }
}

/** An unchanged name is not sent: a built-in one that is shown translated stays built in. */
export const changedName = (name: string, before: string | undefined): { name?: string } =>
  name === before ? {} : { name }

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

export const useSaveOrderStatus = () =>
  useSaveReference<OrderStatus>(({ code, isNew, row }) =>
    call(saveWorkspaceOrderStatus, { params: { code }, body: { isNew, orderStatus: row } }),
  )

export const useSavePaymentStatus = () =>
  useSaveReference<PaymentStatus>(({ code, isNew, row }) =>
    call(saveWorkspacePaymentStatus, { params: { code }, body: { isNew, paymentStatus: row } }),
  )

export const useSavePaymentType = () =>
  useSaveReference<PaymentType>(({ code, isNew, row }) =>
    call(saveWorkspacePaymentType, { params: { code }, body: { isNew, paymentType: row } }),
  )

export const useSaveDeliveryType = () =>
  useSaveReference<DeliveryType>(({ code, isNew, row }) =>
    call(saveWorkspaceDeliveryType, { params: { code }, body: { isNew, deliveryType: row } }),
  )
