import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useCallCardTexts } from '../../../texts/call-card.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useSaveCallNote, useTaskFromCall } from './queries.ts'

const TaskForm = ({ callId, onCreated }: { callId: number; onCreated: () => void }) => {
  const texts = useCallCardTexts()
  const form = useForm({ initialValues: { text: '' } })
  const task = useTaskFromCall(callId)
  const made = () => {
    notifySuccess(texts.taskCreated)
    onCreated()
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

type NoteProps = {
  callId: number
  /** As it is stored. */
  note: string
  /** As it is typed. */
  text: string
  onType: (text: string) => void
  onSaved: (note: string) => void
  /** After the call: gives up the form, with what is typed. */
  onDismiss: (() => void) | undefined
}

/** The note of a call. Its text belongs to the parent, which keeps what is not saved yet. */
export const CardNote = ({ callId, note, text, onType, onSaved, onDismiss }: NoteProps) => {
  const texts = useCallCardTexts()
  const [tasking, task] = useDisclosure()
  const save = useSaveCallNote(callId)
  const saved = () => {
    notifySuccess(texts.noteSaved)
    onSaved(text)
  }
  return (
    <Stack gap="xs">
      {save.error && <Problem error={save.error} />}
      <Textarea
        aria-label={texts.note}
        placeholder={texts.note}
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          variant={onDismiss ? 'filled' : 'default'}
          disabled={text === note && !save.isError}
          loading={save.isPending}
          onClick={() => save.mutate(text, { onSuccess: saved })}
        >
          {texts.saveNote}
        </Button>
        {!tasking && (
          <Button variant="subtle" color="gray" c="dimmed" onClick={task.open}>
            {texts.task}
          </Button>
        )}
        {onDismiss && (
          <Button variant="subtle" color="gray" c="dimmed" onClick={onDismiss}>
            {text === note ? texts.dismiss : texts.discard}
          </Button>
        )}
      </Group>
      {tasking && <TaskForm callId={callId} onCreated={task.close} />}
    </Stack>
  )
}
