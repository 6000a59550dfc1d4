import type { UserStatus } from '@patchbay/contract/platform/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { setMyStatus } from '../../../lib/endpoints.generated.ts'
import { meQuery } from '../../../lib/me.ts'

export const useSetStatus = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (status: UserStatus) => call(setMyStatus, { body: { status } }),
    onSuccess: ({ status, statusSince }) =>
      queryClient.setQueryData(meQuery.queryKey, (old) => old && { ...old, me: { ...old.me, status, statusSince } }),
  })
}
