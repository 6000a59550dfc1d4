import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export const LoadedNotifications = () => <Notifications position="bottom-right" limit={3} zIndex={400} />
