import { Button, Group, Text } from '@mantine/core'
import { useFormat } from '../../../lib/format.ts'
import { useNow } from '../../../lib/now.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import type { Abilities } from '../conversations/queries.ts'

const CHECK_MS = 15_000

type ReplyWindowProps = {
  deadline: string | undefined
  policy: Abilities['afterReplyTimeout']
  /** Absent: the channel has no templates. */
  onTemplate: (() => void) | undefined
}

/** D-118: what the messenger delivers after the time to reply. Nothing is refused here. */
export const ReplyWindow = ({ deadline, policy, onTemplate }: ReplyWindowProps) => {
  const words = useConversationTexts().cards
  const format = useFormat()
  const now = useNow(CHECK_MS)
  if (deadline === undefined || Date.parse(deadline) > now) return null
  return (
    <Group gap="xs" justify="space-between" role="status">
      <Text size="sm" c="var(--app-warn)" flex="1 1 16rem">
        {words.replyTimeOver(format.moment(deadline))} {words.policies[policy ?? 'unknown']}
      </Text>
      {policy === 'template' && onTemplate && (
        <Button size="compact-sm" variant="default" onClick={onTemplate}>
          {words.sendTemplate}
        </Button>
      )}
    </Group>
  )
}
