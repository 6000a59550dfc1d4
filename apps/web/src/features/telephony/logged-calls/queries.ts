import type { LoggedCall } from '@patchbay/contract/telephony/workspace/logged-calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { deleteLoggedCall, editLoggedCall, logCall } from '../../../lib/endpoints.generated.ts'

/** Also tasks and timelines: a call may complete a missed-call task. */
const useCallChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(
        ['calls', 'customers', 'tasks', 'missed-calls'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}

export const useLogCall = () => useCallChange((logged: LoggedCall) => call(logCall, { body: { call: logged } }))

export const useEditLoggedCall = (id: number) =>
  useCallChange((logged: LoggedCall) => call(editLoggedCall, { params: { id }, body: { call: logged } }))

export const useDeleteLoggedCall = (id: number) =>
  useCallChange((_: undefined) => call(deleteLoggedCall, { params: { id } }))
