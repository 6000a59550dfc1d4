import { Box, Text, UnstyledButton } from '@mantine/core'
import type { Me } from '@patchbay/contract/platform/workspace/sessions'
import { IconSelector } from '@tabler/icons-react'
import { Suspense, startTransition, useState } from 'react'
import { lazyComponent } from '../lib/lazy-component.ts'
import { useTexts } from '../texts/catalogue.ts'
import { Avatar } from '../ui/Avatar.tsx'
import styles from './Navigation.module.css'

const [AccountDropdown, preload] = lazyComponent(() => import('./AccountDropdown.tsx'), 'AccountDropdown')

/** The signed-in user, and their preferences. */
export const AccountMenu = ({ me, onShortcuts }: { me: Me; onShortcuts: () => void }) => {
  const texts = useTexts()
  const [used, setUsed] = useState(false)
  const name = `${me.firstName} ${me.lastName}`.trim()
  const button = (onClick: () => void) => (
    <UnstyledButton
      className={styles.account}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onClick}
      autoFocus={used}
    >
      <Avatar name={name} size={28} />
      <Box flex={1} miw={0}>
        <Text size="sm" fw={500} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {texts.common[me.role]}
        </Text>
      </Box>
      <IconSelector size={16} aria-hidden />
    </UnstyledButton>
  )
  const closed = button(() => startTransition(() => setUsed(true)))
  return (
    <Suspense fallback={closed}>
      {used ? <AccountDropdown name={name} button={button} onShortcuts={onShortcuts} /> : closed}
    </Suspense>
  )
}
