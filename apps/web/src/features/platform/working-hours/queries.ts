import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { listWorkingHours, saveWorkingHours } from '../../../lib/endpoints.generated.ts'

export const workingHoursQuery = queryOptions({
  queryKey: ['working-hours'],
  queryFn: () => call(listWorkingHours, {}),
})

export const useSaveWorkingHours = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ code, ...body }: { code: string } & InputOf<typeof saveWorkingHours>['body']) =>
      call(saveWorkingHours, { params: { code }, body }),
    onSuccess: () => queryClient.invalidateQueries(workingHoursQuery),
  })
}
