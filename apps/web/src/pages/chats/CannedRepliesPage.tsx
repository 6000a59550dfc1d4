import { Button } from '@mantine/core'
import type { CannedReply } from '@patchbay/contract/chats/workspace/canned-replies'
import { IconMessageBolt, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CannedReplyForm } from '../../features/chats/canned-replies/CannedReplyForm.tsx'
import { CannedReplyList } from '../../features/chats/canned-replies/CannedReplyList.tsx'
import { cannedRepliesQuery } from '../../features/chats/canned-replies/queries.ts'
import { useConversationTexts } from '../../texts/conversation.ts'
import { ListPage } from '../../ui/ListPage.tsx'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'

export const CannedRepliesPage = () => {
  const { replies: texts } = useConversationTexts()
  const query = useQuery(cannedRepliesQuery)
  const [opened, setOpened] = useState<CannedReply | 'new'>()
  const replies = query.data?.replies ?? []
  const create = (
    <ManagersOnly>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
        {texts.create}
      </Button>
    </ManagersOnly>
  )
  return (
    <ListPage
      title={texts.title}
      about={texts.about}
      actions={create}
      query={query}
      rows={replies}
      empty={{ icon: IconMessageBolt, title: texts.emptyTitle, what: texts.emptyWhat }}
      panels={
        opened !== undefined && (
          <CannedReplyForm reply={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
        )
      }
    >
      <CannedReplyList replies={replies} onOpen={setOpened} />
    </ListPage>
  )
}
