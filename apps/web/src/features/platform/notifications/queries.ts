import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { NotificationCategory } from '@patchbay/contract/platform/notification-constants'
import type { UnreadCounts } from '@patchbay/contract/platform/workspace/notifications'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/api.ts'
import { listNotifications, readNotifications } from '../../../lib/endpoints.generated.ts'
import { READ_WHILE_HIDDEN } from '../../../lib/refetch.ts'

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam: before }) => call(listNotifications, { query: { ...(before !== undefined && { before }) } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  meta: READ_WHILE_HIDDEN,
})

const NONE: UnreadCounts = { calls: 0, messages: 0, payments: 0, tasks: 0 }

export const useUnread = (): UnreadCounts & { total: number } => {
  const counts = useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread ?? NONE
  return { ...counts, total: counts.calls + counts.messages + counts.payments + counts.tasks }
}

export const useReadNotifications = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof readNotifications>['body']) => call(readNotifications, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

/** Who looks at the page of something needs no notification of it any more. */
export const useReadOnVisit = (category: NotificationCategory, subject?: number): void => {
  const { mutate } = useReadNotifications()
  const unread = useUnread()[category]
  useEffect(() => {
    const read = () => {
      if (unread === 0 || document.visibilityState !== 'visible') return
      mutate({ category, ...(subject !== undefined && { subject: String(subject) }) })
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [category, subject, unread, mutate])
}
