import { Button, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { tellDone } from '../../ui/tell.tsx'
import { useNote } from './queries.ts'

export const NoteForm = ({ customerId }: { customerId: number }) => {
  const { customers: texts } = useTexts()
  const [text, setText] = useState('')
  const note = useNote(customerId)
  const noted = () => {
    setText('')
    tellDone(texts.noted)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    note.mutate(text, { onSuccess: noted })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        {note.error && <Problem error={note.error} />}
        <Textarea
          aria-label={texts.note}
          placeholder={texts.notePlaceholder}
          autosize
          minRows={2}
          w="100%"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''} loading={note.isPending}>
          {texts.addNote}
        </Button>
      </Stack>
    </form>
  )
}
