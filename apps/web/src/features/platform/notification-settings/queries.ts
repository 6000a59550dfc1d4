import type { NotificationSettings } from '@patchbay/contract/platform/workspace/notification-settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getNotificationSettings, saveNotificationSettings } from '../../../lib/endpoints.generated.ts'

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: () => call(getNotificationSettings, {}),
})

export const useSaveNotificationSettings = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NotificationSettings) => call(saveNotificationSettings, { body }),
    onSuccess: (_reply, settings) =>
      queryClient.setQueryData(notificationSettingsQuery.queryKey, { success: true as const, settings }),
  })
}
