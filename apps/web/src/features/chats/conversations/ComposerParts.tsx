import { ActionIcon, Box, Button, FileButton, Group, Text, Tooltip } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { IconMessageBolt, IconPaperclip, IconSend, IconThumbUp, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type ComponentType, type DragEvent, type ReactNode, useState } from 'react'
import { messageExcerpt } from '../../../lib/message-excerpt.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import type { Attachment } from './attaching.ts'
import styles from './ChatList.module.css'

export const Quoting = ({ message, onStop }: { message: ChatMessage; onStop: () => void }) => {
  const { chats: texts } = useTexts()
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text className={styles.quote} truncate mb={0}>
        {texts.quoting}: {messageExcerpt(texts.kinds, message.type, message.text)}
      </Text>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.stopQuoting} onClick={onStop}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  )
}

export const AttachButton = ({ onPick }: { onPick: (files: File[]) => void }) => {
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

export const isUploading = ({ uploaded, refused }: Attachment): boolean => !uploaded && !refused

/** Files can also be dropped or pasted: a screenshot in the clipboard has no file to pick. */
export const useFileDrop = (isOn: boolean, add: (files: File[]) => void) => {
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

export const DropHere = () => {
  const { chats: texts } = useTexts()
  return (
    <Box p="xs" ta="center" bd="1px dashed var(--mantine-primary-color-filled)" bdrs="md">
      {texts.dropHere}
    </Box>
  )
}

type ToolButtonProps = {
  label: string
  icon: ComponentType<{ size: number }>
  onClick: () => void
  /** For one that is switched on and off. */
  pressed?: boolean
}

const ToolButton = ({ label, icon: Icon, onClick, pressed }: ToolButtonProps) => (
  <Tooltip label={label} multiline maw={280}>
    <ActionIcon
      variant={pressed ? 'filled' : 'default'}
      size={36}
      aria-label={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      <Icon size={18} />
    </ActionIcon>
  </Tooltip>
)

type ToolsProps = {
  /** What can be sent besides texts, and files. */
  menu: ReactNode
  attach: ReactNode
  onReply: () => void
  isProposal: boolean
  toggleProposal: () => void
  onSend: () => void
  isPending: boolean
  waiting: boolean
}

/** Below the field: files, canned replies, a proposal, and sending. */
export const Tools = ({ onReply, isProposal, toggleProposal, onSend, isPending, waiting, ...tools }: ToolsProps) => {
  const { chats: texts } = useTexts()
  const words = useConversationTexts()
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Group gap={6} wrap="nowrap">
        {tools.menu}
        {tools.attach}
        <ToolButton label={words.replies.insert} icon={IconMessageBolt} onClick={onReply} />
        <ToolButton label={words.proposal} icon={IconThumbUp} pressed={isProposal} onClick={toggleProposal} />
      </Group>
      <Button onClick={onSend} loading={isPending} disabled={waiting} rightSection={<IconSend size={16} aria-hidden />}>
        {texts.send}
      </Button>
    </Group>
  )
}
