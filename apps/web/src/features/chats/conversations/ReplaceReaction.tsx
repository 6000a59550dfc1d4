import { Button, Modal, Stack, Text } from '@mantine/core'
import type { ChatMessage } from '@patchbay/contract/chats/workspace/conversations'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { usersReactions } from './reaction-choice.ts'

type ReplaceReactionProps = {
  message: ChatMessage | undefined
  /** The emoji that finds no room. */
  reaction: string
  maxReactions: number
  nameOf: (userId: number) => string
  onClose: () => void
  onChoose: (replaced: string) => void
}

/** D-67: the message has as many reactions as the channel allows; which one goes? */
export const ReplaceReaction = (props: ReplaceReactionProps) => {
  const { chats: texts } = useTexts()
  const { message, reaction, maxReactions, nameOf, onClose, onChoose } = props
  return (
    <Modal
      opened={message !== undefined}
      onClose={onClose}
      title={<Text fw={600}>{texts.replaceReaction(reaction)}</Text>}
    >
      <Stack gap="xs">
        <Text size="sm">{texts.reactionsFull(maxReactions)}</Text>
        {usersReactions(message?.reactions ?? []).map((held) => (
          <Button key={held.reaction} variant="default" justify="flex-start" onClick={() => onChoose(held.reaction)}>
            {held.reaction} · {joinFacts(held.userIds.map(nameOf), ', ')}
          </Button>
        ))}
      </Stack>
    </Modal>
  )
}
