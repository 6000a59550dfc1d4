import { Button, Menu, Text } from '@mantine/core'
import type { UserStatus } from '@patchbay/contract/platform/users'
import type { Me } from '@patchbay/contract/platform/workspace/sessions'
import { IconChevronDown } from '@tabler/icons-react'
import { errorText } from '../../lib/error-text.ts'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { Status, type Tone } from '../../ui/Status.tsx'
import { tellProblem } from '../../ui/tell.ts'
import { useSetStatus } from './queries.ts'

const TONES: Record<UserStatus, Tone> = { free: 'good', busy: 'bad', dinner: 'warn', break: 'warn' }
const STATUSES: UserStatus[] = ['free', 'busy', 'dinner', 'break']

const Since = ({ at }: { at: string }) => {
  const { status: texts } = useTexts()
  const format = useFormat()
  const since = format.duration(Math.max(0, (useNow() - Date.parse(at)) / 1000))
  return (
    <Text span size="xs" c="dimmed" className="tabular" ml={6} visibleFrom="xs">
      {texts.for(since)}
    </Text>
  )
}

/** T-11: free, busy, dinner or break, and for how long. */
export const StatusSwitch = ({ me }: { me: Me }) => {
  const texts = useTexts()
  const change = useSetStatus()
  const status = change.isPending ? change.variables : me.status
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          radius="xl"
          fw={500}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <Status tone={TONES[status]}>{texts.status[status]}</Status>
          <Since at={me.statusSince} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.status.label}</Menu.Label>
        {STATUSES.map((one) => (
          <Menu.Item
            key={one}
            onClick={() => change.mutate(one, { onError: (error) => tellProblem(errorText(texts, error)) })}
          >
            <Status tone={TONES[one]}>{texts.status[one]}</Status>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label maw={220}>{texts.status.why}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
