import type { InputOf } from '@patchbay/contract/base/endpoint'
import { ackCallCard, listCallCards } from '@patchbay/contract/telephony/workspace/call-cards'
import { listCalls, noteCall, taskFromCall } from '@patchbay/contract/telephony/workspace/calls'
import { getTelephony, startCall } from '@patchbay/contract/telephony/workspace/click-to-call'
import { editTelephonySettings, getTelephonySettings } from '@patchbay/contract/telephony/workspace/settings'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type CallSearch = {
  of?: 'me' | undefined
  missed?: boolean | undefined
}

const PAGE = 50

export const callsQuery = ({ userId, missed }: { userId?: number | undefined; missed?: boolean | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['calls', { userId, missed }],
    queryFn: ({ pageParam }) =>
      call(listCalls, {
        query: {
          ...(userId !== undefined && { userId }),
          ...(missed && { missed }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ calls }) => (calls.length < PAGE ? undefined : calls.at(-1)?.startedAt),
  })

export const customerCallsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['calls', { customerId }],
    queryFn: () => call(listCalls, { query: { customerId } }),
  })

/** T-05: whether the signed-in user sees the call icon. */
export const telephonyQuery = queryOptions({ queryKey: ['telephony'], queryFn: () => call(getTelephony, {}) })

export const cardsQuery = queryOptions({ queryKey: ['call-cards'], queryFn: () => call(listCallCards, {}) })

type About = { phone: string; orderId?: number | undefined; customerId?: number | undefined }

export const usePressCall = () =>
  useMutation({
    mutationFn: ({ phone, orderId, customerId }: About) =>
      call(startCall, {
        body: {
          pressId: crypto.randomUUID(),
          phone,
          ...(orderId !== undefined && { orderId }),
          ...(customerId !== undefined && { customerId }),
        },
      }),
  })

export const useNoteCall = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (note: string) => call(noteCall, { params: { id }, body: { note } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['calls'] }),
  })
}

export const useTaskFromCall = (id: number) =>
  useMutation({ mutationFn: (text: string) => call(taskFromCall, { params: { id }, body: { text } }) })

export const tellShown = (id: number): Promise<unknown> => call(ackCallCard, { params: { id } }).catch(() => undefined)

export const telephonySettingsQuery = (code: string) =>
  queryOptions({
    queryKey: ['modules', code, 'telephony'],
    queryFn: () => call(getTelephonySettings, { params: { code } }),
  })

export const useSaveTelephony = (code: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof editTelephonySettings>['body']) =>
      call(editTelephonySettings, { params: { code }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['telephony'] }),
  })
}
