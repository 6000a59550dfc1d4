import { SegmentedControl, Stack, Switch } from '@mantine/core'
import { CHAT_STATES } from '@patchbay/contract/base/constants'
import type { ChatSearch } from '../../features/chats/conversations/search.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useConversationTexts } from '../../texts/conversation.ts'

export type ListProps = { search: ChatSearch; onSearch: (search: ChatSearch) => void }

/** Which conversations the list has: their state, whose they are, and only the unread ones. */
export const ChatFilters = ({ search, onSearch }: ListProps) => {
  const { chats: texts } = useTexts()
  const words = useConversationTexts()
  const setState = (state: string) =>
    onSearch({ ...search, state: state === 'snoozed' || state === 'closed' ? state : undefined })
  const setAssignee = (who: string) =>
    onSearch({ ...search, mine: who === 'mine' || undefined, unassigned: who === 'unassigned' || undefined })
  return (
    <Stack mb="sm" gap={6}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={words.stateFilter}
        value={search.state ?? 'open'}
        onChange={setState}
        data={CHAT_STATES.map((value) => ({ value, label: words.states[value] }))}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={words.assigneeFilter}
        value={search.mine ? 'mine' : search.unassigned ? 'unassigned' : 'all'}
        onChange={setAssignee}
        data={[
          { value: 'all', label: texts.all },
          { value: 'mine', label: texts.mine },
          { value: 'unassigned', label: words.unassigned },
        ]}
      />
      <Switch
        size="xs"
        label={texts.onlyUnread}
        checked={search.unread ?? false}
        onChange={(event) => onSearch({ ...search, unread: event.currentTarget.checked || undefined })}
      />
    </Stack>
  )
}
