import { Box, Popover, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Me } from '@patchbay/contract/platform/workspace/sessions'
import { IconKeyboard, IconLogout, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSignOut } from '../features/users/queries.ts'
import { chooseLanguage, currentLanguage, LANGUAGES, type Language, useTexts } from '../texts/catalogue.ts'
import { Face } from '../ui/Face.tsx'
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

/** Who is signed in, and what is theirs to choose. */
export const AccountMenu = ({ me, onShortcuts }: { me: Me; onShortcuts: () => void }) => {
  const texts = useTexts()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const name = `${me.firstName} ${me.lastName}`.trim()
  const leave = () => signOut.mutate(undefined, { onSuccess: () => void navigate({ to: '/sign-in' }) })
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [opened, { toggle, close }] = useDisclosure()
  const showShortcuts = () => {
    close()
    onShortcuts()
  }
  return (
    <Popover opened={opened} onChange={close} width={300} position="top-start" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={styles.account} onClick={toggle}>
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
      </Popover.Target>
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
