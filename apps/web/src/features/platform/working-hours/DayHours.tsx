import { ActionIcon, Group, Stack, Switch, TextInput } from '@mantine/core'
import type { OpenInterval } from '@patchbay/contract/platform/workspace/working-hours'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRoutingTexts } from '../../../texts/routing.ts'

const USUAL: OpenInterval = { from: '09:00', until: '18:00' }
const AFTERNOON: OpenInterval = { from: '14:00', until: '18:00' }
const MOST_INTERVALS = 6

/** A time field knows no 24:00: as the end of a day midnight is meant. */
const shownUntil = (until: string): string => (until === '24:00' ? '00:00' : until)
const storedUntil = (until: string): string => (until === '00:00' ? '24:00' : until)

type DayHoursProps = {
  day: string
  /** On the switch, where the day stands elsewhere. */
  label?: string
  hours: OpenInterval[]
  onChange: (hours: OpenInterval[]) => void
}

/** The hours of one day: none, or one or more intervals. */
export const DayHours = ({ day, label = day, hours, onChange }: DayHoursProps) => {
  const { shops: texts } = useRoutingTexts()
  const change = (place: number, part: Partial<OpenInterval>) =>
    onChange(hours.map((interval, n) => (n === place ? { ...interval, ...part } : interval)))
  return (
    <Group gap="sm" align="flex-start" wrap="wrap">
      <Switch
        w={140}
        pt={6}
        label={label}
        aria-label={label === day ? day : `${day}: ${label}`}
        checked={hours.length > 0}
        onChange={(event) => onChange(event.currentTarget.checked ? [USUAL] : [])}
      />
      <Stack gap={4}>
        {hours.map(({ from, until }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: intervals have no identity but their place
          <Group key={place} gap={6} wrap="nowrap">
            <TextInput
              type="time"
              size="xs"
              required
              aria-label={texts.from(day)}
              value={from}
              onChange={(event) => change(place, { from: event.currentTarget.value })}
            />
            –
            <TextInput
              type="time"
              size="xs"
              required
              aria-label={texts.until(day)}
              value={shownUntil(until)}
              onChange={(event) => change(place, { until: storedUntil(event.currentTarget.value) })}
            />
            {place > 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.remove(day)}
                onClick={() => onChange(hours.filter((_, n) => n !== place))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
            {place === 0 && hours.length < MOST_INTERVALS && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.add(day)}
                onClick={() => onChange([...hours, AFTERNOON])}
              >
                <IconPlus size={14} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
      </Stack>
    </Group>
  )
}
