import { Box, Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import type { Me } from '@patchbay/contract/users'
import { IconKeyboard, IconLogout, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSignOut } from '../features/users/queries.ts'
import { chooseLanguage, currentLanguage, LANGUAGES, type Language, useTexts } from '../texts/catalogue.ts'
import { Face } from '../ui/Face.tsx'
import styles from './Navigation.module.css'

const Choices = () => {
  const texts = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{texts.shell.appearance}</Menu.Label>
      <Box px="xs" pb="xs">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={texts.shell.appearance}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
          data={[
            { value: 'light', label: texts.shell.light },
            { value: 'dark', label: texts.shell.dark },
            { value: 'auto', label: texts.shell.auto },
          ]}
        />
      </Box>
      <Menu.Label>{texts.shell.language}</Menu.Label>
      <Box px="xs" pb="xs">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={texts.shell.language}
          value={currentLanguage()}
          onChange={(language) => chooseLanguage(language as Language)}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
      </Box>
    </>
  )
}

/** Who is signed in, and what is theirs to choose. */
export const AccountMenu = ({ me, onShortcuts }: { me: Me; onShortcuts: () => void }) => {
  const texts = useTexts()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const name = `${me.firstName} ${me.lastName}`.trim()
  const leave = () => signOut.mutate(undefined, { onSuccess: () => void navigate({ to: '/sign-in' }) })
  return (
    <Menu width={300} position="top-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.account}>
          <Face name={name} size={28} />
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
      </Menu.Target>
      <Menu.Dropdown>
        <Choices />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onShortcuts}>
          {texts.shell.shortcuts}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          {texts.shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
