import { Box, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../texts/catalogue.ts'
import { KeyHint } from '../ui/KeyHint.tsx'
import { type Destination, destinationsFor } from './destinations.ts'
import styles from './Navigation.module.css'

const Destinations = ({ destinations, onGo }: { destinations: Destination[]; onGo: () => void }) => {
  const texts = useTexts()
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {destinations.map(({ to, title, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className={styles.link} activeOptions={{ exact: to === '/' }} onClick={onGo}>
            <Icon size={18} stroke={1.6} aria-hidden />
            {title(texts)}
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
