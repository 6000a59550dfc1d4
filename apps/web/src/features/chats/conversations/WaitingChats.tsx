import { ActionIcon } from '@mantine/core'
import type { ChatSummary } from '@patchbay/contract/chats/workspace/conversations'
import { IconMessageCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { joinFacts } from '../../../lib/bidi.ts'
import { errorText } from '../../../lib/error-text.ts'
import { messageExcerpt } from '../../../lib/message-excerpt.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { notifyError } from '../../../ui/notifications.ts'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Elapsed, WaitingList, WaitingRow } from '../../../ui/WaitingList.tsx'
import { useEndWait, waitingChatsQuery } from './queries.ts'

const NoReplyNeeded = ({ chat: { id, name } }: { chat: ChatSummary }) => {
  const texts = useTexts()
  const { chats } = useHomeTexts()
  const end = useEndWait()
  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label={`${chats.noReply}: ${name}`}
      title={chats.noReply}
      loading={end.isPending}
      onClick={() => end.mutate(id, { onError: (error) => notifyError(errorText(texts, error)) })}
    >
      <IconMessageCheck size={16} />
    </ActionIcon>
  )
}

/** Customers who wrote and have no reply yet. */
export const WaitingChats = () => {
  const { chats: texts } = useHomeTexts()
  const { chats } = useTexts()
  const { data, error } = useQuery(waitingChatsQuery)
  const preview = ({ channel, lastMessage }: ChatSummary) =>
    joinFacts([lastMessage && messageExcerpt(chats.kinds, lastMessage.type, lastMessage.text), channel.name])
  return (
    <WaitingList
      title={texts.title}
      list={data?.waiting}
      error={error}
      empty={texts.empty}
      tone="bad"
      all={
        <AnchorLink to="/chats" size="sm">
          {texts.all}
        </AnchorLink>
      }
      row={({ chat, waitingSince }) => (
        <WaitingRow
          key={chat.id}
          avatar={<Avatar name={chat.name} src={chat.avatarUrl} size={28} />}
          link={
            <RowLink to="/chats/$id" params={{ id: String(chat.id) }}>
              {chat.name}
            </RowLink>
          }
          details={preview(chat)}
          aside={<Elapsed since={waitingSince} label={texts.waits} />}
          actions={
            <ManagersOnly>
              <NoReplyNeeded chat={chat} />
            </ManagersOnly>
          }
        />
      )}
    />
  )
}
