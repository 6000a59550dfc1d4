import { Button, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ChatState } from '@patchbay/contract/base/constants'
import type { ChatSummary } from '@patchbay/contract/chats/workspace/conversations'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { useChatState } from './queries.ts'
import { SnoozeMenu } from './SnoozeMenu.tsx'

/** Close and snooze an open conversation, reopen another one. E closes and reopens. */
export const StateActions = ({ chat }: { chat: ChatSummary }) => {
  const texts = useTexts()
  const words = useConversationTexts()
  const format = useFormat()
  const change = useChatState(chat.id)
  const move = (state: ChatState, said: string, until?: string) =>
    change.mutate(
      { state, ...(until !== undefined && { until }) },
      { onSuccess: () => notifySuccess(said), onError: (error) => notifyError(errorText(texts, error)) },
    )
  const isOpen = chat.state === 'open'
  const toggle = () => (isOpen ? move('closed', words.nowClosed) : move('open', words.nowOpen))
  useHotkeys([['e', toggle]])
  const Icon = isOpen ? IconCheck : IconArrowBackUp
  return (
    <Group gap={6} wrap="nowrap">
      {isOpen && (
        <SnoozeMenu
          pending={change.isPending && change.variables.state === 'snoozed'}
          error={change.error}
          onSnooze={(until) => move('snoozed', words.nowSnoozed(format.moment(until)), until)}
        />
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon size={14} aria-hidden />}
        loading={change.isPending && change.variables.state !== 'snoozed'}
        onClick={toggle}
      >
        {isOpen ? words.close : words.reopen}
      </Button>
    </Group>
  )
}
