import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { ackCallCard, listCallCards, noteCall, taskFromCall } from '../../../lib/endpoints.generated.ts'

export const cardsQuery = queryOptions({ queryKey: ['call-cards'], queryFn: () => call(listCallCards, {}) })

export const useSaveCallNote = (id: number) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (note: string) => call(noteCall, { params: { id }, body: { note } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['calls'] }),
  })
}

export const useTaskFromCall = (id: number) =>
  useMutation({ mutationFn: (text: string) => call(taskFromCall, { params: { id }, body: { text } }) })

export const reportCardShown = (id: number): Promise<unknown> =>
  call(ackCallCard, { params: { id } }).catch(() => undefined)
