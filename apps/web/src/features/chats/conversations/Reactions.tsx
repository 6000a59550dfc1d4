import { ActionIcon, Group, Popover, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { IconMoodPlus } from '@tabler/icons-react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import styles from './ChatList.module.css'

/** Suggestions for channels that accept any emoji. */
const DEFAULT_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏', '🔥', '👏', '🎉', '👎']

type OnPick = (reaction: string) => void

/** C-02: offer the emoji of the channel's dictionary; without a dictionary, any emoji. */
export const AddReaction = ({
  dictionary = DEFAULT_REACTIONS,
  onPick,
}: {
  dictionary: string[] | undefined
  onPick: OnPick
}) => {
  const { chats: texts } = useTexts()
  const [opened, picker] = useDisclosure()
  const pick = (reaction: string) => {
    picker.close()
    onPick(reaction)
  }
  return (
    <Popover opened={opened} onChange={(open) => !open && picker.close()} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={texts.react} onClick={picker.toggle}>
          <IconMoodPlus size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={texts.react}>
        <Group gap={2} maw={230}>
          {dictionary.map((reaction) => (
            <ActionIcon
              key={reaction}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.reactWith(reaction)}
              onClick={() => pick(reaction)}
            >
              <span style={{ fontSize: 18 }}>{reaction}</span>
            </ActionIcon>
          ))}
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

type ReactionsProps = { message: ChatMessage; myId: number; nameOf: (userId: number) => string; onPick: OnPick }

/** C-15: chips with who reacted; clickable only if the channel accepts reactions to such messages. */
export const Reactions = ({ message, myId, nameOf, onPick }: ReactionsProps) => {
  const { chats: texts } = useTexts()
  if (message.reactions.length === 0) return null
  return (
    <Group gap={4} mt={4}>
      {message.reactions.map(({ reaction, byClient, userIds }) => {
        const who = joinFacts([byClient && texts.byClient, ...userIds.map(nameOf)], ', ')
        return (
          <Tooltip key={reaction} label={who}>
            <UnstyledButton
              className={styles.chip}
              aria-pressed={userIds.includes(myId)}
              disabled={!message.canReact}
              onClick={() => onPick(reaction)}
            >
              <span>{reaction}</span>
              <span className="tabular">{Number(byClient) + userIds.length}</span>
              <VisuallyHidden>{who}</VisuallyHidden>
            </UnstyledButton>
          </Tooltip>
        )
      })}
    </Group>
  )
}
