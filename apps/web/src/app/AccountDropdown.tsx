import { Box, Popover, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconBell, IconKeyboard, IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import { useChooseLanguage } from '../features/platform/profile/queries.ts'
import { useSignOut } from '../features/platform/sessions/queries.ts'
import { currentLanguage, LANGUAGES, type Language, useTexts } from '../texts/catalogue.ts'
import { ManagersOnly } from '../ui/ManagersOnly.tsx'
import styles from './Navigation.module.css'

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  data: { value: Value; label: string }[]
  onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, value, data, onChange }: ChoiceProps<Value>) => (
  <Box px={10} pb="xs">
    <Text size="xs" c="dimmed" mb={4}>
      {label}
    </Text>
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={label}
      value={value}
      data={data}
      onChange={(chosen) => onChange(chosen as Value)}
    />
  </Box>
)

type AccountDropdownProps = { name: string; button: (toggle: () => void) => ReactElement; onShortcuts: () => void }

/** Loaded on the first click of the button; opens as soon as it is mounted. */
export const AccountDropdown = ({ name, button, onShortcuts }: AccountDropdownProps) => {
  const texts = useTexts()
  const chooseLanguage = useChooseLanguage()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const leave = () => signOut.mutate(undefined, { onSuccess: () => void navigate({ to: '/sign-in' }) })
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [opened, setOpened] = useState(false)
  // Open after the button has focus, so that closing the dropdown returns focus to it.
  useEffect(() => setOpened(true), [])
  const showShortcuts = () => {
    setOpened(false)
    onShortcuts()
  }
  return (
    <Popover opened={opened} onChange={setOpened} width={300} position="top-start" shadow="md" trapFocus>
      <Popover.Target>{button(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown p={6} pt="xs" aria-label={name}>
        <Choice
          label={texts.shell.appearance}
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'light', label: texts.shell.light },
            { value: 'dark', label: texts.shell.dark },
            { value: 'auto', label: texts.shell.auto },
          ]}
        />
        <Choice
          label={texts.shell.language}
          value={currentLanguage()}
          onChange={chooseLanguage}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
        />
        <Link to="/profile" className={styles.link} onClick={() => setOpened(false)}>
          <IconUserCircle size={18} stroke={1.6} aria-hidden />
          {texts.shell.profile}
        </Link>
        <Link to="/security" className={styles.link} onClick={() => setOpened(false)}>
          <IconShieldLock size={18} stroke={1.6} aria-hidden />
          {texts.shell.security}
        </Link>
        <ManagersOnly>
          <Link to="/notification-settings" className={styles.link} onClick={() => setOpened(false)}>
            <IconBell size={18} stroke={1.6} aria-hidden />
            {texts.shell.notificationSettings}
          </Link>
        </ManagersOnly>
        <UnstyledButton className={styles.link} w="100%" onClick={showShortcuts}>
          <IconKeyboard size={18} stroke={1.6} aria-hidden />
          {texts.shell.shortcuts}
        </UnstyledButton>
        <UnstyledButton className={styles.link} w="100%" onClick={leave}>
          <IconLogout size={18} stroke={1.6} aria-hidden />
          {texts.shell.signOut}
        </UnstyledButton>
      </Popover.Dropdown>
    </Popover>
  )
}
