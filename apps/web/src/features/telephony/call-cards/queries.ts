import type { CardCustomer } from '@patchbay/contract/telephony/workspace/call-cards'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  ackCallCard,
  linkCall,
  listCallCards,
  listCardCustomers,
  noteCall,
  readNotifications,
  taskFromCall,
} from '../../../lib/endpoints.generated.ts'
import { READ_WHILE_HIDDEN } from '../../../lib/refetch.ts'

export const cardsQuery = queryOptions({
  queryKey: ['call-cards'],
  queryFn: () => call(listCallCards, {}),
  meta: READ_WHILE_HIDDEN,
})

/** The customers on a card as they are now. The card brought them; they are read again when something changed. */
export const cardCustomersQuery = (id: number) =>
  queryOptions({
    queryKey: ['call-cards', 'customers', id],
    queryFn: async (): Promise<CardCustomer[]> => (await call(listCardCustomers, { params: { id } })).customers,
    staleTime: Number.POSITIVE_INFINITY,
  })

type LinkRequest = { customerId: number; addPhone?: boolean }

export const useLinkCall = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: LinkRequest) => call(linkCall, { params: { id }, body }),
    onSuccess: ({ customers }) => {
      queryClient.setQueryData(cardCustomersQuery(id).queryKey, customers)
      void queryClient.invalidateQueries({ queryKey: ['calls'] })
      void queryClient.invalidateQueries({ queryKey: ['customers'] })
    },
  })
}

export const useSaveCallNote = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (note: string) => call(noteCall, { params: { id }, body: { note } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['calls'] }),
  })
}

export const useTaskFromCall = (id: number) =>
  useMutation({ mutationFn: (text: string) => call(taskFromCall, { params: { id }, body: { text } }) })

/** The card was closed: the user knows of the call. */
export const readCallNotification = (id: number): Promise<unknown> =>
  call(readNotifications, { body: { category: 'calls', subject: String(id) } }).catch(() => undefined)

export const reportCardShown = (id: number): Promise<unknown> =>
  call(ackCallCard, { params: { id } }).catch(() => undefined)
