import { Fieldset, Select, Stack, Switch, Textarea } from '@mantine/core'
import type { OpenInterval, ShopHours, WorkingHours } from '@patchbay/contract/platform/workspace/working-hours'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useSetShopGroup } from '../routing/queries.ts'
import { DayHours } from './DayHours.tsx'
import { useSaveWorkingHours } from './queries.ts'
import { SpecialDates } from './SpecialDates.tsx'

const OFFICE: OpenInterval[] = [{ from: '09:00', until: '18:00' }]
const USUAL: WorkingHours = { weekly: [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, [], []], dates: [] }

const WeeklyHours = ({ hours, onChange }: { hours: WorkingHours; onChange: (hours: WorkingHours) => void }) => {
  const { shops: texts } = useRoutingTexts()
  return (
    <>
      <Fieldset legend={texts.weekly}>
        <Stack gap="xs">
          {texts.days.map((day, place) => (
            <DayHours
              key={day}
              day={day}
              hours={hours.weekly[place] ?? []}
              onChange={(changed) =>
                onChange({ ...hours, weekly: hours.weekly.map((old, n) => (n === place ? changed : old)) })
              }
            />
          ))}
        </Stack>
      </Fieldset>
      <Fieldset legend={texts.dates}>
        <SpecialDates dates={hours.dates} onChange={(dates) => onChange({ ...hours, dates })} />
      </Fieldset>
    </>
  )
}

type FormProps = {
  shop: ShopHours
  group: string | undefined
  groups: { value: string; label: string }[]
  onClose: () => void
}

const useSave = ({ shop, group: before, onClose }: FormProps) => {
  const { common } = useTexts()
  const [saveHours, saveGroup] = [useSaveWorkingHours(), useSetShopGroup()]
  const { code } = shop
  const submit = async (hours: WorkingHours | undefined, awayText: string, group: string | null) => {
    await saveHours.mutateAsync({ code, awayText, ...(hours && { hours }) })
    if (group !== (before ?? null)) await saveGroup.mutateAsync({ code, group })
    notifySuccess(common.saved)
    onClose()
  }
  return { submit, isPending: saveHours.isPending || saveGroup.isPending, error: saveHours.error ?? saveGroup.error }
}

/** The working hours of a shop, its away reply and the group that serves it. */
export const HoursForm = (props: FormProps) => {
  const { shop, groups, onClose } = props
  const { shops: texts } = useRoutingTexts()
  const [hours, setHours] = useState(shop.hours)
  const [awayText, setAwayText] = useState(shop.awayText)
  const [group, setGroup] = useState<string | null>(props.group ?? null)
  const { submit, isPending, error } = useSave(props)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The error is shown in the form.
    submit(hours, awayText, group).catch(() => undefined)
  }
  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={texts.edit(shop.name)}
      onSubmit={onSubmit}
      save={{ isPending, error }}
    >
      <Switch
        label={texts.always}
        description={texts.alwaysWhat}
        checked={hours === undefined}
        onChange={(event) => setHours(event.currentTarget.checked ? undefined : (shop.hours ?? USUAL))}
      />
      {hours && <WeeklyHours hours={hours} onChange={setHours} />}
      {hours && (
        <Textarea
          label={texts.away}
          description={texts.awayWhat}
          autosize
          minRows={2}
          maxLength={2000}
          value={awayText}
          onChange={(event) => setAwayText(event.currentTarget.value)}
        />
      )}
      <Select
        label={texts.group}
        description={texts.groupWhat}
        placeholder={texts.everyone}
        data={groups}
        clearable
        value={group}
        onChange={setGroup}
      />
    </FormDialog>
  )
}
