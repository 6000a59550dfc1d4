import { listModules, switchModule } from '@patchbay/contract/integration-modules'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const modulesQuery = queryOptions({ queryKey: ['modules'], queryFn: () => call(listModules, {}) })

export const useSwitchModule = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ code, active }: { code: string; active: boolean }) =>
      call(switchModule, { params: { code }, body: { active } }),
    onSettled: () => queryClient.invalidateQueries(modulesQuery),
  })
}
