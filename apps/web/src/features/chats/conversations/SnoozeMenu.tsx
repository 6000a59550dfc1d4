import { Button, Menu, Text, TextInput } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { toLocalTime } from '@patchbay/contract/base/local-time'
import { IconZzz } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentOf } from '../../../lib/days.ts'
import { useFormat } from '../../../lib/format.ts'
import { meQuery } from '../../../lib/me.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { snoozeTimes } from './snooze-times.ts'

type SnoozeProps = { pending: boolean; error: Error | null; onSnooze: (until: string) => void }

const PickTime = ({ zone, onClose, pending, error, onSnooze }: SnoozeProps & { zone: string; onClose: () => void }) => {
  const texts = useConversationTexts()
  const [, tomorrow = new Date()] = snoozeTimes(new Date(), zone).find(([preset]) => preset === 'tomorrow') ?? []
  const [time, setTime] = useState(toLocalTime(tomorrow, zone).slice(0, 16).replace(' ', 'T'))
  const until = momentOf(time, zone)
  const isPast = until === undefined || Date.parse(until) <= Date.now()
  return (
    <Confirm
      opened
      onClose={onClose}
      title={texts.snoozeUntil}
      action={texts.snooze}
      disabled={isPast}
      pending={pending}
      error={error}
      onConfirm={() => until !== undefined && onSnooze(until)}
    >
      <TextInput
        type="datetime-local"
        label={texts.snoozeDate}
        value={time}
        error={time !== '' && isPast && texts.snoozePast}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
    </Confirm>
  )
}

/** Until when: in an hour, this evening, tomorrow, next week, or at a time that the user picks. S opens it. */
export const SnoozeMenu = (props: SnoozeProps) => {
  const texts = useConversationTexts()
  const format = useFormat()
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const [opened, menu] = useDisclosure()
  const [isPicking, picker] = useDisclosure()
  useHotkeys([['s', menu.open]])
  const snooze = (until: string) => {
    picker.close()
    props.onSnooze(until)
  }
  return (
    <>
      <Menu opened={opened} onChange={(open) => (open ? menu.open() : menu.close())} position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconZzz size={14} aria-hidden />}
            loading={props.pending}
          >
            {texts.snooze}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {opened &&
            snoozeTimes(new Date(), timezone).map(([preset, at]) => (
              <Menu.Item
                key={preset}
                rightSection={
                  <Text size="xs" c="dimmed">
                    {format.moment(at.toISOString())}
                  </Text>
                }
                onClick={() => snooze(at.toISOString())}
              >
                {texts.snoozePresets[preset]}
              </Menu.Item>
            ))}
          <Menu.Divider />
          <Menu.Item onClick={picker.open}>{texts.snoozePick}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPicking && <PickTime {...props} zone={timezone} onClose={picker.close} onSnooze={snooze} />}
    </>
  )
}
