import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { useEditMessage } from './queries.ts'

type EditMessageProps = { chatId: number; message: ChatMessage; maxChars: number | undefined; onClose: () => void }

/** One's own message becomes a field in its place. */
export const EditMessage = ({ chatId, message, maxChars, onClose }: EditMessageProps) => {
  const { chats, common } = useTexts()
  const [text, setText] = useState(message.text)
  const edit = useEditMessage(chatId)
  const save = () => {
    if (text.trim() === '' || edit.isPending) return
    if (text === message.text) onClose()
    else edit.mutate({ id: message.id, text }, { onSuccess: onClose })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <Stack gap="xs" w={420} maw="100%">
      <Textarea
        aria-label={chats.editMessage}
        autosize
        autoFocus
        maxRows={8}
        {...(maxChars !== undefined && { maxLength: maxChars })}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {edit.error && <Problem error={edit.error} />}
      <Group gap="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button size="compact-sm" loading={edit.isPending} disabled={text.trim() === ''} onClick={save}>
          {common.save}
        </Button>
      </Group>
    </Stack>
  )
}
