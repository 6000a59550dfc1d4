import { Box, Stack, Text, UnstyledButton } from '@mantine/core'
import type { NotificationCategory } from '@patchbay/contract/platform/notification-constants'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUnread } from '../features/platform/notifications/queries.ts'
import { useTexts } from '../texts/catalogue.ts'
import { KeyHint } from '../ui/KeyHint.tsx'
import { type Destination, destinationsFor } from './destinations.ts'
import styles from './Navigation.module.css'

const COUNTED: Partial<Record<Destination['to'], NotificationCategory>> = {
  '/orders': 'payments',
  '/calls': 'calls',
  '/chats': 'messages',
  '/tasks': 'tasks',
}

const Count = ({ count }: { count: number }) => {
  const { shell: texts } = useTexts()
  return count > 0 ? (
    <span className={styles.count} role="img" aria-label={texts.newCount(count)}>
      {count}
    </span>
  ) : null
}

const Destinations = ({ destinations, onGo }: { destinations: Destination[]; onGo: () => void }) => {
  const texts = useTexts()
  const unread = useUnread()
  const countOf = (to: Destination['to']) => {
    const category = COUNTED[to]
    return category ? unread[category] : 0
  }
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {destinations.map(({ to, title, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className={styles.link} activeOptions={{ exact: to === '/' }} onClick={onGo}>
            <Icon size={18} stroke={1.6} aria-hidden />
            {title(texts)}
            <Count count={countOf(to)} />
          </Link>
        </li>
      ))}
    </Stack>
  )
}

type NavigationProps = { isAdmin: boolean; onGo: () => void; onSearch: () => void }

export const Navigation = ({ isAdmin, onGo, onSearch }: NavigationProps) => {
  const texts = useTexts()
  const groups = Map.groupBy(destinationsFor(isAdmin), ({ group }) => group)
  return (
    <Stack gap="lg">
      <UnstyledButton className={styles.search} onClick={onSearch}>
        <IconSearch size={16} aria-hidden style={{ flex: 'none' }} />
        <Text inherit truncate flex={1}>
          {texts.shell.search}
        </Text>
        <Box visibleFrom="sm" lh={1}>
          <KeyHint keys="mod+K" />
        </Box>
      </UnstyledButton>
      {[...groups].map(([group, destinations]) => (
        <Box key={group}>
          <Text size="xs" c="dimmed" fw={500} px={10} mb={4}>
            {texts.shell[group]}
          </Text>
          <Destinations destinations={destinations} onGo={onGo} />
        </Box>
      ))}
    </Stack>
  )
}
