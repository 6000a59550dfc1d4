import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ChatSummary } from '@patchbay/contract/chats/workspace/conversations'
import type { ReactNode } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { notifyError } from '../../../ui/notifications.ts'
import { useAssign } from './queries.ts'
import { StateActions } from './StateActions.tsx'

type HeaderProps = {
  chat: ChatSummary
  managers: { value: string; label: string }[]
  nameOf: (userId: number) => string
  /** Beside the name: a new task, and the customer. */
  aside: ReactNode
}

/** The channel; of a closed or snoozed conversation also who moved it, and until when. */
const Facts = ({ chat, nameOf }: Pick<HeaderProps, 'chat' | 'nameOf'>) => {
  const texts = useConversationTexts()
  const format = useFormat()
  const { state, stateBy, stateAt, snoozedUntil } = chat
  const who = stateBy === undefined ? '' : nameOf(stateBy)
  const said =
    state === 'closed'
      ? texts.closedBy(who, stateAt ? format.ago(stateAt) : '')
      : snoozedUntil && texts.snoozedBy(format.moment(snoozedUntil), who)
  return (
    <Text size="xs" c="dimmed">
      {chat.channel.name}
      {said && (
        <Text span size="xs" c="var(--app-warn)">
          {chat.channel.name && ' · '}
          {said}
        </Text>
      )}
    </Text>
  )
}

/** The customer, the state of the conversation, and the manager to whom it is assigned. */
export const ConversationHeader = ({ chat, managers, nameOf, aside }: HeaderProps) => {
  const texts = useTexts()
  const assign = useAssign(chat.id)
  const assignTo = (userId: string | null) =>
    assign.mutate(userId === null ? undefined : Number(userId), {
      onError: (error) => notifyError(errorText(texts, error)),
    })
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Box miw={0}>
          <Title order={2}>{chat.name}</Title>
          <Facts chat={chat} nameOf={nameOf} />
        </Box>
        <Group gap="xs" wrap="nowrap">
          {aside}
        </Group>
      </Group>
      <ManagersOnly>
        <Group gap="xs">
          <Box flex="1 1 9rem" maw={236}>
            <FilterSelect
              aria-label={texts.chats.assignee}
              placeholder={texts.chats.unassigned}
              data={managers}
              value={chat.managerId === undefined ? null : String(chat.managerId)}
              onChange={assignTo}
            />
          </Box>
          <StateActions chat={chat} />
        </Group>
      </ManagersOnly>
    </Stack>
  )
}
