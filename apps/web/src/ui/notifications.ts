import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { createElement } from 'react'

const SUCCESS_MS = 4_000
const ERROR_MS = 8_000

/** At the edge of the page, for a moment: what was done. */
export const notifySuccess = (message: string): void =>
  void notifications.show({
    message,
    color: 'brand.7',
    icon: createElement(IconCheck, { size: 16 }),
    withBorder: true,
    autoClose: SUCCESS_MS,
  })

/** What could not be done, and why; it stays longer. */
export const notifyError = (message: string): void =>
  void notifications.show({
    message,
    color: 'red.9',
    icon: createElement(IconAlertTriangle, { size: 16 }),
    withBorder: true,
    autoClose: ERROR_MS,
  })
