import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { TASK_REPEATS } from '@patchbay/contract/base/constants'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { useTaskFormTexts } from '../../../texts/task-form.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import type { TaskValues } from './task-form.ts'

type TaskFormProps = {
  values: TaskValues
  assignees: { value: string; label: string }[]
  /** What the system created says by itself what is to be done. */
  hasText: boolean
  action: string
  save: { isPending: boolean; error: unknown }
  onSave: (values: TaskValues) => void
  onCancel: () => void
}

const isRepeat = (value: string | null) => TASK_REPEATS.find((one) => one === value)

/** A task: what, when, who, how often. Times are in the account's zone. */
export const TaskForm = ({ values: first, assignees, hasText, action, save, onSave, onCancel }: TaskFormProps) => {
  const { common, customers } = useTexts()
  const texts = useTaskFormTexts()
  const [values, setValues] = useState(first)
  const change = (part: Partial<TaskValues>) => setValues((before) => ({ ...before, ...part }))
  const isComplete = !hasText || values.text.trim() !== ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) onSave(values)
      }}
    >
      <Stack gap="sm">
        {hasText && (
          <TextInput
            label={texts.text}
            required
            data-autofocus
            maxLength={1000}
            value={values.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        )}
        <Textarea
          label={texts.commentary}
          autosize
          minRows={2}
          maxLength={10_000}
          value={values.commentary}
          onChange={(event) => change({ commentary: event.currentTarget.value })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={texts.due}
            type="datetime-local"
            value={values.due}
            onChange={(event) => change({ due: event.currentTarget.value })}
          />
          <Select
            label={texts.assignee}
            placeholder={customers.anybody}
            clearable
            searchable
            data={assignees}
            value={values.performer}
            onChange={(performer) => change({ performer })}
          />
        </SimpleGrid>
        <Select
          label={texts.repeat}
          description={values.due === '' ? texts.needsDue : texts.repeatWhat}
          placeholder={texts.never}
          clearable
          disabled={values.due === ''}
          data={TASK_REPEATS.map((value) => ({ value, label: texts.repeats[value] }))}
          value={values.due === '' ? null : (values.repeat ?? null)}
          onChange={(value) => change({ repeat: isRepeat(value) })}
        />
        {save.error != null && <Problem error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isComplete}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
