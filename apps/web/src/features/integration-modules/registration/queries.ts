import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { removeModule, rotateModuleSecret, switchModule } from '../../../lib/endpoints.generated.ts'
import { modulesQuery } from '../health/queries.ts'

export const useModuleChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries({ queryKey: ['modules'] }) })
}

export const useSwitchModule = () =>
  useModuleChange(({ code, active }: { code: string; active: boolean }) =>
    call(switchModule, { params: { code }, body: { active } }),
  )

export const useRemoveModule = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(removeModule, { params: { code } }),
    // Leave the page of the removed module first: a refetch would answer 404.
    onSuccess: () => queryClient.invalidateQueries({ ...modulesQuery, exact: true }),
  })
}

export const useRotateSecret = () => useModuleChange((code: string) => call(rotateModuleSecret, { params: { code } }))
