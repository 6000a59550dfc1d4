import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import type { WorkingHours } from '@patchbay/contract/platform/workspace/working-hours'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format.ts'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { DayHours } from './DayHours.tsx'

type Dates = WorkingHours['dates']

type SpecialDatesProps = { dates: Dates; onChange: (dates: Dates) => void }

/** Dates on which the shop is closed, or has other hours. */
export const SpecialDates = ({ dates, onChange }: SpecialDatesProps) => {
  const { shops: texts } = useRoutingTexts()
  const format = useFormat()
  const change = (place: number, part: Partial<Dates[number]>) =>
    onChange(dates.map((date, n) => (n === place ? { ...date, ...part } : date)))
  return (
    <Stack gap="md">
      {dates.map(({ date, name, hours }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: while it is edited a date has no identity but its place
        <Stack key={place} gap={6}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              type="date"
              label={texts.date}
              required
              withAsterisk={false}
              value={date}
              onChange={(event) => change(place, { date: event.currentTarget.value })}
            />
            <TextInput
              label={texts.dateName}
              flex={1}
              maxLength={100}
              value={name}
              onChange={(event) => change(place, { name: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mb={4}
              aria-label={texts.removeDate(date)}
              onClick={() => onChange(dates.filter((_, n) => n !== place))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
          <DayHours
            day={date && format.local(`${date} 00:00:00`, true)}
            label={texts.open}
            hours={hours}
            onChange={(changed) => change(place, { hours: changed })}
          />
        </Stack>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...dates, { date: '', name: '', hours: [] }])}
        >
          {texts.addDate}
        </Button>
      </Group>
    </Stack>
  )
}
