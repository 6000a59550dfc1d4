import { ActionIcon, Box, Button, FileButton, Group, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { IconPaperclip, IconSend, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError } from '../../../ui/notifications.ts'
import { Attachments } from './Attachments.tsx'
import { type Attachment, itemsOf, useAttachments } from './attaching.ts'
import styles from './ChatList.module.css'
import { type Abilities, useSendMessage } from './queries.ts'

type ComposerProps = {
  chatId: number
  can: Abilities
  quoting: ChatMessage | undefined
  onQuoted: () => void
}

const Quoting = ({ message, onStop }: { message: ChatMessage; onStop: () => void }) => {
  const { chats: texts } = useTexts()
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text className={styles.quote} truncate mb={0}>
        {texts.quoting}: {message.text || texts.kinds[message.type]}
      </Text>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.stopQuoting} onClick={onStop}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  )
}

const AttachButton = ({ onPick }: { onPick: (files: File[]) => void }) => {
  const { chats: texts } = useTexts()
  return (
    <FileButton onChange={onPick} multiple inputProps={{ 'aria-label': texts.attach }}>
      {(button) => (
        <Tooltip label={texts.attach}>
          <ActionIcon {...button} variant="default" size={36} aria-label={texts.attach}>
            <IconPaperclip size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  )
}

const isUploading = ({ uploaded, refused }: Attachment): boolean => !uploaded && !refused

/** Files can also be dropped or pasted: a screenshot in the clipboard has no file to pick. */
const useFileDrop = (isOn: boolean, add: (files: File[]) => void) => {
  const [over, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => isOn && dataTransfer.types.includes('Files')
  return {
    over,
    onPaste: ({ clipboardData }: ClipboardEvent) => isOn && add([...clipboardData.files]),
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      add([...event.dataTransfer.files])
    },
  }
}

export const Composer = ({ chatId, can, quoting, onQuoted }: ComposerProps) => {
  const texts = useTexts()
  const [text, setText] = useState('')
  const write = useSendMessage(chatId)
  const { attached, add, remove, clear } = useAttachments(can.attach)
  const { over, ...dropping } = useFileDrop(can.attach.length > 0, add)
  const items = itemsOf(attached)
  const waiting = attached.some(isUploading)
  const sent = () => {
    setText('')
    clear()
    onQuoted()
  }
  const send = () => {
    if (waiting || write.isPending || (text.trim() === '' && items.length === 0)) return
    write.mutate(
      {
        ...(text.trim() !== '' && { text }),
        ...(items.length > 0 && { items }),
        ...(quoting && { quoteId: quoting.id }),
      },
      { onSuccess: sent, onError: (error) => notifyError(texts.chats.notSent(errorText(texts, error))) },
    )
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <Stack gap={6} {...dropping}>
      {quoting && <Quoting message={quoting} onStop={onQuoted} />}
      {over && (
        <Box p="xs" ta="center" bd="1px dashed var(--mantine-primary-color-filled)" bdrs="md">
          {texts.chats.dropHere}
        </Box>
      )}
      {attached.length > 0 && <Attachments attached={attached} onRemove={remove} />}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        {can.attach.length > 0 && <AttachButton onPick={add} />}
        <Textarea
          aria-label={texts.chats.write}
          placeholder={texts.chats.write}
          autosize
          minRows={1}
          maxRows={8}
          flex={1}
          {...(can.maxChars !== undefined && { maxLength: can.maxChars })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
        <Button
          onClick={send}
          loading={write.isPending}
          disabled={waiting}
          rightSection={<IconSend size={16} aria-hidden />}
        >
          {texts.chats.send}
        </Button>
      </Group>
    </Stack>
  )
}
