import { ActionIcon, Group, Popover, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ChatMessage } from '@patchbay/contract/chats'
import { IconMoodPlus } from '@tabler/icons-react'
import { useTexts } from '../../texts/catalogue.ts'
import styles from './ChatList.module.css'

/** Where the channel takes any emoji, these are at hand. */
const USUAL = ['👍', '❤️', '😂', '😮', '😢', '🙏', '🔥', '👏', '🎉', '👎']

type ReactionsProps = {
  message: ChatMessage
  /** C-02: what the channel takes; absent: anything. */
  dictionary: string[] | undefined
  maxReactions: number
  myId: number
  nameOf: (userId: number) => string
  onReact: (reaction: string, replaces: string | undefined) => void
  onRemove: (reaction: string) => void
}

const Picker = ({ dictionary, onPick }: { dictionary: string[]; onPick: (reaction: string) => void }) => {
  const { chats: texts } = useTexts()
  const [opened, picker] = useDisclosure()
  const pick = (reaction: string) => {
    picker.close()
    onPick(reaction)
  }
  return (
    <Popover opened={opened} onChange={(open) => !open && picker.close()} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.react} onClick={picker.toggle}>
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

/** C-15: chips with who reacted; a picker only where the channel takes reactions to such messages. */
export const Reactions = (props: ReactionsProps) => {
  const { message, dictionary, maxReactions, myId, nameOf, onReact, onRemove } = props
  const { chats: texts } = useTexts()
  const mine = message.reactions.filter(({ userIds }) => userIds.includes(myId)).map(({ reaction }) => reaction)
  const oursCount = message.reactions.filter(({ userIds }) => userIds.length > 0).length
  // Where the channel takes no more, the new one stands in for one's own.
  const pick = (reaction: string) =>
    mine.includes(reaction) ? onRemove(reaction) : onReact(reaction, oursCount >= maxReactions ? mine[0] : undefined)
  if (message.reactions.length === 0 && !message.canReact) return null
  return (
    <Group gap={4} mt={4}>
      {message.reactions.map(({ reaction, byClient, userIds }) => {
        const who = [...(byClient ? [texts.byClient] : []), ...userIds.map(nameOf)].join(', ')
        const isMine = userIds.includes(myId)
        return (
          <Tooltip key={reaction} label={who}>
            <UnstyledButton
              className={styles.chip}
              aria-pressed={isMine}
              disabled={!message.canReact}
              onClick={() => pick(reaction)}
            >
              <span>{reaction}</span>
              <span className="tabular">{Number(byClient) + userIds.length}</span>
              <VisuallyHidden>{who}</VisuallyHidden>
            </UnstyledButton>
          </Tooltip>
        )
      })}
      {message.canReact && <Picker dictionary={dictionary ?? USUAL} onPick={pick} />}
    </Group>
  )
}
