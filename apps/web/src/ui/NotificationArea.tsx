import { useNotifications } from '@mantine/notifications'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../lib/lazy-component.ts'

const [LoadedNotifications] = lazyComponent(() => import('./LoadedNotifications.tsx'), 'LoadedNotifications')

/** Above everything. The component is loaded with the first notification; until then notifications wait in the library's store. */
export const NotificationArea = () => {
  const isAny = useNotifications().notifications.length > 0
  const [wasAny, setWasAny] = useState(false)
  if (isAny && !wasAny) setWasAny(true)
  return <Suspense fallback={null}>{wasAny && <LoadedNotifications />}</Suspense>
}
