import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { mergeCustomers, undoMerge } from '../../../lib/endpoints.generated.ts'

/** A merge changes who owns orders, calls, chats and tasks, so every list may be stale. */
const useMergeChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries() })
}

export const useMerge = (id: number) =>
  useMergeChange((duplicateId: number) => call(mergeCustomers, { params: { id }, body: { duplicateId } }))

export const useUndoMerge = (id: number) =>
  useMergeChange((mergeId: number) => call(undoMerge, { params: { id, mergeId } }))
