import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { tellDone } from '../../ui/tell.tsx'
import { useNoteCall, useTaskFromCall } from './queries.ts'

const TaskForm = ({ callId, onMade }: { callId: number; onMade: () => void }) => {
  const { card: texts } = useTexts()
  const [text, setText] = useState('')
  const task = useTaskFromCall(callId)
  const made = () => {
    tellDone(texts.taskMade)
    onMade()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        task.mutate(text, { onSuccess: made })
      }}
    >
      {task.error && <Problem error={task.error} />}
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={texts.taskText}
          placeholder={texts.taskText}
          flex={1}
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''} loading={task.isPending}>
          {texts.task}
        </Button>
      </Group>
    </form>
  )
}

/** What is worth keeping of the call, written while it goes on. */
export const CardNote = ({ callId, note }: { callId: number; note: string }) => {
  const { card: texts } = useTexts()
  const [text, setText] = useState(note)
  const [tasking, task] = useDisclosure()
  const keep = useNoteCall(callId)
  return (
    <Stack gap="xs">
      {keep.error && <Problem error={keep.error} />}
      <Textarea
        aria-label={texts.note}
        placeholder={texts.note}
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          variant="default"
          disabled={text === note && !keep.isError}
          loading={keep.isPending}
          onClick={() => keep.mutate(text, { onSuccess: () => tellDone(texts.noteKept) })}
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
