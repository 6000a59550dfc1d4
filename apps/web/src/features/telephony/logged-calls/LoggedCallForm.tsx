import {
  Button,
  Group,
  Modal,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { meQuery } from '../../../lib/me.ts'
import { useCallPageTexts } from '../../../texts/call-pages.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { LOGGED_RESULTS, type LoggedCallValues, loggedCallOf, problemOf } from './logged-call-form.ts'

type Chosen = { id: number; name: string }

export type FormParts = {
  shops: { value: string; label: string }[]
  /** Finds a customer; the page supplies it. */
  picker: (on: { onDone: (id: number, name: string) => void; onCancel: () => void }) => ReactNode
}

type FormProps = FormParts & {
  title: string
  initial: LoggedCallValues
  customer: Chosen | undefined
  save: {
    mutate: (call: ReturnType<typeof loggedCallOf>, on: { onSuccess: () => void }) => void
    isPending: boolean
    error: unknown
  }
  onSaved: () => void
  onClose: () => void
}

type CustomerProps = Pick<FormParts, 'picker'> & {
  chosen: Chosen | undefined
  onChoose: (one: Chosen | undefined) => void
}

/** The customer with the number, unless the user chooses one. */
const CustomerField = ({ chosen, onChoose, picker }: CustomerProps) => {
  const { log: texts } = useCallPageTexts()
  const { customers } = useTexts()
  const [isPicking, setPicking] = useState(false)
  if (isPicking)
    return picker({
      onDone: (id, name) => {
        onChoose({ id, name })
        setPicking(false)
      },
      onCancel: () => setPicking(false),
    })
  return (
    <div>
      <Text size="sm" fw={500}>
        {texts.customer}
      </Text>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" c={chosen ? undefined : 'dimmed'}>
          {chosen ? chosen.name || customers.nameless : texts.customerByNumber}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          style={{ flex: 'none' }}
          onClick={() => (chosen ? onChoose(undefined) : setPicking(true))}
        >
          {chosen ? texts.clear : texts.choose}
        </Button>
      </Group>
    </div>
  )
}

const useValidated = (initialValues: LoggedCallValues, timezone: string) => {
  const { log: texts } = useCallPageTexts()
  return useForm({
    initialValues,
    validate: (values) => {
      const problem = problemOf(values, new Date(), timezone)
      if (problem === undefined) return {}
      if (problem === 'phone') return { phone: texts.phoneMissing }
      return { startedAt: problem === 'future' ? texts.future : texts.whenMissing }
    },
  })
}

/** A call that no exchange saw, logged or changed by hand. */
export const LoggedCallForm = ({ title, initial, customer, shops, picker, save, onSaved, onClose }: FormProps) => {
  const { calls, common, customers } = useTexts()
  const texts = useCallPageTexts()
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const [chosen, setChosen] = useState(customer)
  const form = useValidated(initial, timezone)
  const submit = form.onSubmit((values) =>
    save.mutate(loggedCallOf(values, chosen?.id, { now: new Date(), zone: timezone }), { onSuccess: onSaved }),
  )
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>{title}</Text>}>
      <form onSubmit={submit} noValidate aria-label={title}>
        <Stack>
          <Text size="sm" c="dimmed">
            {texts.log.what}
          </Text>
          <SegmentedControl
            aria-label={texts.direction}
            data={[
              { value: 'out', label: texts.outgoing },
              { value: 'in', label: texts.incoming },
            ]}
            {...form.getInputProps('direction')}
          />
          <TextInput
            label={texts.log.phone}
            type="tel"
            required
            maxLength={64}
            data-autofocus
            {...form.getInputProps('phone')}
          />
          <CustomerField chosen={chosen} onChoose={setChosen} picker={picker} />
          <TextInput label={texts.log.when} type="datetime-local" required {...form.getInputProps('startedAt')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Select
              label={calls.result}
              allowDeselect={false}
              data={LOGGED_RESULTS.map((value) => ({ value, label: calls.results[value] }))}
              {...form.getInputProps('result')}
            />
            <TextInput
              label={texts.log.minutes}
              inputMode="decimal"
              disabled={form.values.result !== 'answered'}
              {...form.getInputProps('minutes')}
            />
          </SimpleGrid>
          <Select
            label={customers.shop}
            placeholder={texts.log.noShop}
            clearable
            data={shops}
            {...form.getInputProps('site')}
          />
          <Textarea
            label={texts.log.note}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={4000}
            {...form.getInputProps('note')}
          />
          {save.error != null && <Problem error={save.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.log.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
