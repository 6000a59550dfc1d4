import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useSaveCallNote, useTaskFromCall } from './queries.ts'

const TaskForm = ({ callId, onMade }: { callId: number; onMade: () => void }) => {
  const { card: texts } = useTexts()
  const form = useForm({ initialValues: { text: '' } })
  const task = useTaskFromCall(callId)
  const made = () => {
    notifySuccess(texts.taskMade)
    onMade()
  }
  return (
    <form onSubmit={form.onSubmit(({ text }) => task.mutate(text, { onSuccess: made }))}>
      {task.error && <Problem error={task.error} />}
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={texts.taskText}
          placeholder={texts.taskText}
          flex={1}
          autoFocus
          {...form.getInputProps('text')}
        />
        <Button type="submit" variant="default" disabled={form.values.text.trim() === ''} loading={task.isPending}>
          {texts.task}
        </Button>
      </Group>
    </form>
  )
}

/** Notes taken during the call. */
export const CardNote = ({ callId, note }: { callId: number; note: string }) => {
  const { card: texts } = useTexts()
  const form = useForm({ initialValues: { text: note } })
  const { text } = form.values
  const [tasking, task] = useDisclosure()
  const keep = useSaveCallNote(callId)
  return (
    <Stack gap="xs">
      {keep.error && <Problem error={keep.error} />}
      <Textarea
        aria-label={texts.note}
        placeholder={texts.note}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('text')}
      />
      <Group gap="xs">
        <Button
          variant="default"
          disabled={text === note && !keep.isError}
          loading={keep.isPending}
          onClick={() => keep.mutate(text, { onSuccess: () => notifySuccess(texts.noteKept) })}
        >
          {texts.saveNote}
        </Button>
        {!tasking && (
          <Button variant="subtle" color="gray" c="dimmed" onClick={task.open}>
            {texts.task}
          </Button>
        )}
      </Group>
      {tasking && <TaskForm callId={callId} onMade={task.close} />}
    </Stack>
  )
}
