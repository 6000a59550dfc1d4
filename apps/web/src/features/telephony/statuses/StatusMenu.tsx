import { Menu } from '@mantine/core'
import { USER_STATUSES } from '@patchbay/contract/base/constants'
import type { UserStatus } from '@patchbay/contract/platform/users'
import { type ReactElement, useEffect, useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Status } from '../../../ui/Status.tsx'
import { TONES } from './statuses.ts'

/** Loaded on the first click of the button; opens as soon as it is mounted. */
export const StatusMenu = ({ button, onChoose }: { button: ReactElement; onChoose: (status: UserStatus) => void }) => {
  const { status: texts } = useTexts()
  const [opened, setOpened] = useState(false)
  // Open after the button has focus, so that closing the menu returns focus to it.
  useEffect(() => setOpened(true), [])
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.label}</Menu.Label>
        {USER_STATUSES.map((status) => (
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
