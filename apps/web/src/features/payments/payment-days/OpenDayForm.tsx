import { Button, Group, Select, TextInput } from '@mantine/core'
import { toLocalTime } from '@patchbay/contract/base/local-time'
import { useState } from 'react'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { useOpenDay } from './queries.ts'

type OpenDayFormProps = {
  modules: readonly { code: string; name: string }[]
  timezone: string
  onOpened: (id: number) => void
}

export const OpenDayForm = ({ modules, timezone, onOpened }: OpenDayFormProps) => {
  const texts = usePaymentDayTexts()
  const today = toLocalTime(new Date(), timezone).slice(0, 10)
  const [module, setModule] = useState(modules[0]?.code ?? '')
  const [day, setDay] = useState(today)
  const open = useOpenDay()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        open.mutate({ module, day }, { onSuccess: ({ id }) => onOpened(id) })
      }}
    >
      <Group align="flex-end" gap="sm" mb="lg">
        <Select
          label={texts.module}
          data={modules.map(({ code, name }) => ({ value: code, label: name }))}
          value={module}
          onChange={(value) => setModule(value ?? '')}
          allowDeselect={false}
        />
        <TextInput
          label={texts.day}
          type="date"
          max={today}
          required
          withAsterisk={false}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button type="submit" loading={open.isPending} disabled={module === '' || day === ''}>
          {texts.open}
        </Button>
      </Group>
      {open.error && <Problem error={open.error} />}
    </form>
  )
}
