import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import styles from './ChatList.module.css'

type IconActionProps = {
  label: string
  icon: ComponentType<{ size: number }>
  onClick: () => void
  /** Gets the focus back after editing. */
  isEdit?: boolean
}

const IconAction = ({ label, icon: Icon, onClick, isEdit }: IconActionProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label={label}
      {...(isEdit && { 'data-edit': '' })}
      onClick={onClick}
    >
      <Icon size={16} />
    </ActionIcon>
  </Tooltip>
)

export type MessageActionsProps = {
  onQuote: (() => void) | undefined
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  addReaction: ReactNode
}

/** What can be done with a message, where the channel allows it. */
export const MessageActions = ({ onQuote, onEdit, onDelete, addReaction }: MessageActionsProps) => {
  const { chats: texts } = useTexts()
  return (
    <Group gap={2} wrap="nowrap" className={styles.actions}>
      {onQuote && <IconAction label={texts.quote} icon={IconArrowBackUp} onClick={onQuote} />}
      {onEdit && <IconAction label={texts.editMessage} icon={IconPencil} onClick={onEdit} isEdit />}
      {onDelete && <IconAction label={texts.deleteMessage} icon={IconTrash} onClick={onDelete} />}
      {addReaction}
    </Group>
  )
}
