import { useSuspenseQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meQuery } from '../../../lib/me.ts'
import { softphoneTabsOf } from './softphone-tabs.ts'

/** The softphone of this user, whichever tab it is in. */
export const useSoftphone = () => {
  const userId = useSuspenseQuery(meQuery).data.me.id
  const tabs = softphoneTabsOf(userId)
  return { userId, tabs, state: useSyncExternalStore(tabs.subscribe, tabs.state) }
}
