import type { InputOf } from '@patchbay/contract/base/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import {
  assignTask,
  completeTask,
  createWorkspaceTask,
  editTask,
  listDueTasks,
  listTasks,
} from '../../../lib/endpoints.generated.ts'
import type { TaskSearch } from './search.ts'

const REFETCH_MS = 30_000

/** The query of the list, which an export takes too. */
export const taskFilter = ({ of, overdue }: TaskSearch) => ({ of: of ?? 'me', ...(overdue && { overdue }) }) as const

/** Missed calls create tasks on the server, so an open page refetches now and then. */
export const tasksQuery = (search: TaskSearch) =>
  infiniteQueryOptions({
    queryKey: ['tasks', taskFilter(search)],
    queryFn: ({ pageParam }) =>
      call(listTasks, { query: { ...taskFilter(search), ...(pageParam !== undefined && { after: pageParam }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFETCH_MS,
  })

/** Tasks of tomorrow become due at midnight without any event. */
export const dueTasksQuery = queryOptions({
  queryKey: ['tasks', 'due'],
  queryFn: () => call(listDueTasks, {}),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
})

const useTaskChange = <Input>(change: (input: Input) => Promise<unknown>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  })
}

export const useCompleteTask = () => useTaskChange((id: number) => call(completeTask, { params: { id }, body: {} }))

export const useAssignTask = (id: number) =>
  useTaskChange((performerId: number | undefined) =>
    call(assignTask, { params: { id }, body: { ...(performerId !== undefined && { performerId }) } }),
  )

/** What a task is about, where it is created. */
export type TaskAbout = Pick<
  InputOf<typeof createWorkspaceTask>['body'],
  'customerId' | 'orderId' | 'phone' | 'chatId' | 'callId'
>

export const useCreateTask = () =>
  useTaskChange((body: InputOf<typeof createWorkspaceTask>['body']) => call(createWorkspaceTask, { body }))

export const useEditTask = (id: number) =>
  useTaskChange((body: InputOf<typeof editTask>['body']) => call(editTask, { params: { id }, body }))
