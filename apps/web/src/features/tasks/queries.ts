import { completeTask, listTasks } from '@patchbay/contract/crm/workspace/tasks'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type TaskSearch = { of?: 'all' | undefined }

const FRESH_MS = 30_000

/** Missed calls make tasks by themselves, so an open page looks again now and then. */
export const tasksQuery = ({ of }: TaskSearch) =>
  infiniteQueryOptions({
    queryKey: ['tasks', of ?? 'me'],
    queryFn: ({ pageParam }) =>
      call(listTasks, { query: { of: of ?? 'me', ...(pageParam !== undefined && { after: pageParam }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: FRESH_MS,
  })

export const useComplete = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(completeTask, { params: { id }, body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  })
}
