import type { InputOf } from '@patchbay/contract/base/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { editTelephonySettings, getTelephonySettings } from '../../../lib/endpoints.generated.ts'

export const telephonySettingsQuery = (code: string) =>
  queryOptions({
    queryKey: ['modules', code, 'telephony'],
    queryFn: () => call(getTelephonySettings, { params: { code } }),
  })

export const useSaveTelephony = (code: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof editTelephonySettings>['body']) =>
      call(editTelephonySettings, { params: { code }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['telephony'] }),
  })
}
