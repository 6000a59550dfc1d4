import { Notification, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { currentlyTold, subscribe, takeBack } from './tell.ts'

/** Above everything, and read out by screen readers. */
export const Toasts = () => {
  const told = useSyncExternalStore(subscribe, currentlyTold)
  return (
    <Stack
      pos="fixed"
      bottom={16}
      right={16}
      gap="xs"
      w="min(440px, calc(100vw - 32px))"
      style={{ zIndex: 400 }}
      role="status"
    >
      {told.map(({ id, message, good }) => (
        <Notification
          key={id}
          withBorder
          color={good ? 'brand.7' : 'red.9'}
          icon={good ? <IconCheck size={16} /> : <IconAlertTriangle size={16} />}
          onClose={() => takeBack(id)}
        >
          {message}
        </Notification>
      ))}
    </Stack>
  )
}
