import { Text } from '@mantine/core'
import type { CannedReply } from '@patchbay/contract/chats/workspace/canned-replies'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'
import { Status } from '../../../ui/Status.tsx'

type ListProps = { replies: CannedReply[]; onOpen: (reply: CannedReply) => void }

export const CannedReplyList = ({ replies, onOpen }: ListProps) => {
  const { replies: texts } = useConversationTexts()
  const columns: Column<CannedReply>[] = [
    {
      key: 'title',
      head: texts.name,
      cell: (reply) => (
        <>
          {reply.editable ? (
            <RowButton onClick={() => onOpen(reply)}>{reply.title}</RowButton>
          ) : (
            <Text size="sm" fw={500}>
              {reply.title}
            </Text>
          )}
          <Text size="xs" c="dimmed" lineClamp={2}>
            {reply.text}
          </Text>
        </>
      ),
    },
    { key: 'shortcut', head: texts.shortcut, width: 160, cell: ({ shortcut }) => `/${shortcut}` },
    {
      key: 'shared',
      head: texts.visibility,
      width: 130,
      wideOnly: true,
      cell: ({ shared }) => <Status tone={shared ? 'info' : 'calm'}>{shared ? texts.shared : texts.personal}</Status>,
    },
  ]
  return <DataList label={texts.title} rows={replies} columns={columns} rowKey={({ id }) => id} />
}
