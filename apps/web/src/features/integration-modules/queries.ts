import type { Scope } from '@patchbay/contract/base/scopes'
import { removeModule, switchModule } from '@patchbay/contract/integration-modules/workspace/activity'
import { connectModule, previewConnection } from '@patchbay/contract/integration-modules/workspace/connection'
import { getModuleDetails, listModules } from '@patchbay/contract/integration-modules/workspace/health'
import { rotateModuleSecret } from '@patchbay/contract/integration-modules/workspace/registration'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const modulesQuery = queryOptions({ queryKey: ['modules'], queryFn: () => call(listModules, {}) })

const LOOK_AGAIN_MS = 5_000

export const moduleQuery = (code: string) =>
  queryOptions({
    queryKey: ['modules', code],
    queryFn: () => call(getModuleDetails, { params: { code } }),
    // A rest is over in half a minute, and nobody tells the browser.
    refetchInterval: ({ state: { data } }) => (data?.module.circuitOpenUntil ? LOOK_AGAIN_MS : false),
  })

const useModuleChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
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
    // The page of what is gone is left first: read again, it would not be found.
    onSuccess: () => queryClient.invalidateQueries({ ...modulesQuery, exact: true }),
  })
}

export const useRotateSecret = () => useModuleChange((code: string) => call(rotateModuleSecret, { params: { code } }))

export const usePreviewConnection = () =>
  useMutation({ mutationFn: (configUrl: string) => call(previewConnection, { body: { configUrl } }) })

export const useConnectModule = () =>
  useModuleChange((body: { registerUrl: string; secret: string; scopes: Scope[] }) => call(connectModule, { body }))
