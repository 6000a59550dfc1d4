import { Group, Text, Title } from '@mantine/core'
import type { ChatSummary } from '@patchbay/contract/chats/workspace/conversations'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { notifyError } from '../../../ui/notifications.ts'
import { useAssign } from './queries.ts'

type HeaderProps = { chat: ChatSummary; managers: { value: string; label: string }[] }

/** The customer, and the manager to whom the conversation is assigned. */
export const ConversationHeader = ({ chat, managers }: HeaderProps) => {
  const texts = useTexts()
  const assign = useAssign(chat.id)
  const assignTo = (userId: string | null) =>
    assign.mutate(userId === null ? undefined : Number(userId), {
      onError: (error) => notifyError(errorText(texts, error)),
    })
  return (
    <Group justify="space-between">
      <div>
        <Title order={2}>{chat.name}</Title>
        <Text size="xs" c="dimmed">
          {chat.channel.name}
        </Text>
      </div>
      <Group gap="sm">
        <ManagersOnly>
          <FilterSelect
            aria-label={texts.chats.assignee}
            placeholder={texts.chats.unassigned}
            data={managers}
            value={chat.managerId === undefined ? null : String(chat.managerId)}
            onChange={assignTo}
          />
        </ManagersOnly>
        {chat.customerId !== undefined && (
          <AnchorLink to="/customers/$id" params={{ id: String(chat.customerId) }} size="sm">
            {texts.chats.openCustomer}
          </AnchorLink>
        )}
      </Group>
    </Group>
  )
}
