import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { changeAccountSettings, getAccountSettings } from '../../../lib/endpoints.generated.ts'
import { meQuery } from '../../../lib/me.ts'

export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => call(getAccountSettings, {}) })

/** Dates and money on every page follow: `me` carries how the account writes them. */
export const useSaveAccount = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof changeAccountSettings>['body']) => call(changeAccountSettings, { body }),
    onSuccess: (reply) => {
      queryClient.setQueryData(accountQuery.queryKey, reply)
      return queryClient.invalidateQueries(meQuery)
    },
  })
}
