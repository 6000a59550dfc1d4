import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'

export const tellDone = (message: string): void =>
  void notifications.show({ message, icon: <IconCheck size={16} />, color: 'brand.7', autoClose: 4000 })

export const tellProblem = (message: string): void =>
  void notifications.show({ message, icon: <IconAlertTriangle size={16} />, color: 'red.9', autoClose: 8000 })
