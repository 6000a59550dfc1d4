import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { createElement } from 'react'

const SUCCESS_MS = 4_000
const ERROR_MS = 8_000

/** A success message, shown for a moment. */
export const notifySuccess = (message: string): void =>
  void notifications.show({
    message,
    color: 'brand.7',
    icon: createElement(IconCheck, { size: 16 }),
    withBorder: true,
    autoClose: SUCCESS_MS,
  })

/** An error message; it stays longer. */
export const notifyError = (message: string): void =>
  void notifications.show({
    message,
    color: 'red.9',
    icon: createElement(IconAlertTriangle, { size: 16 }),
    withBorder: true,
    autoClose: ERROR_MS,
  })
