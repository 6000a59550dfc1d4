import { Menu } from '@mantine/core'
import type { UserStatus } from '@patchbay/contract/platform/users'
import { type ReactElement, useEffect, useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Status } from '../../../ui/Status.tsx'
import { STATUSES, TONES } from './statuses.ts'

/** Loaded at the first press of the button, and opens at once. */
export const StatusMenu = ({ button, onChoose }: { button: ReactElement; onChoose: (status: UserStatus) => void }) => {
  const { status: texts } = useTexts()
  const [opened, setOpened] = useState(false)
  // After the button has the focus, so that closing the menu gives it back.
  useEffect(() => setOpened(true), [])
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.label}</Menu.Label>
        {STATUSES.map((status) => (
          <Menu.Item key={status} onClick={() => onChoose(status)}>
            <Status tone={TONES[status]}>{texts[status]}</Status>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label maw={220}>{texts.why}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
