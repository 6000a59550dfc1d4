import { Button, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useNote } from './queries.ts'

export const NoteForm = ({ customerId }: { customerId: number }) => {
  const { customers: texts } = useTexts()
  const form = useForm({ initialValues: { text: '' } })
  const note = useNote(customerId)
  const noted = () => {
    form.reset()
    notifySuccess(texts.noted)
  }
  return (
    <form onSubmit={form.onSubmit(({ text }) => note.mutate(text, { onSuccess: noted }))}>
      <Stack gap="xs" align="flex-start">
        {note.error && <Problem error={note.error} />}
        <Textarea
          aria-label={texts.note}
          placeholder={texts.notePlaceholder}
          autosize
          minRows={2}
          w="100%"
          {...form.getInputProps('text')}
        />
        <Button type="submit" variant="default" disabled={form.values.text.trim() === ''} loading={note.isPending}>
          {texts.addNote}
        </Button>
      </Stack>
    </form>
  )
}
