import { Group } from '@mantine/core'
import type { MessagePurpose } from '@patchbay/contract/chats/workspace/conversations'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Status } from '../../../ui/Status.tsx'

const Answer = ({ task }: Pick<MessagePurpose, 'task'>) => {
  const texts = useConversationTexts()
  if (!task) return null
  if (!task.doneAt) {
    return (
      <Status tone="info" size="xs">
        {texts.awaiting}
      </Status>
    )
  }
  return (
    <Status tone="good" size="xs">
      {task.doneBecause ? texts.answers[task.doneBecause] : texts.answered}
    </Status>
  )
}

/** What a message of ours is for, and whether the customer has answered. */
export const Purpose = ({ purpose: { kind, orderId, orderNumber = '', task } }: { purpose: MessagePurpose }) => {
  const texts = useConversationTexts()
  return (
    <Group gap="xs" mt={4}>
      <Status tone="calm" size="xs">
        {texts.purposes[kind]}
      </Status>
      {orderId !== undefined && (
        <AnchorLink to="/orders/$id" params={{ id: String(orderId) }} size="xs">
          {texts.order(orderNumber)}
        </AnchorLink>
      )}
      <Answer task={task} />
    </Group>
  )
}
