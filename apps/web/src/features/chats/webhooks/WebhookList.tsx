import { Text } from '@mantine/core'
import type { Webhook } from '@patchbay/contract/chats/workspace/webhooks'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import type { WebhookFilter } from './search.ts'
import { WebhookState } from './WebhookState.tsx'

const useColumns = (code: string, filter: WebhookFilter): Column<Webhook>[] => {
  const { webhooks: texts } = useSetUpTexts()
  const format = useFormat()
  return [
    {
      key: 'event',
      head: texts.event,
      cell: ({ id, type, chatName, createdAt }) => (
        <>
          <RowLink to="/modules/$code/webhooks" params={{ code }} search={{ ...filter, open: id }}>
            {texts.types[type] ?? type}
          </RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {joinFacts([chatName, format.moment(createdAt)])}
          </Text>
        </>
      ),
    },
    {
      key: 'chat',
      head: texts.chat,
      wideOnly: true,
      cell: ({ chatName, chatId }) => chatName || `#${chatId}`,
    },
    { key: 'state', head: texts.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
    { key: 'tries', head: texts.tries, wideOnly: true, numeric: true, cell: ({ attempts }) => attempts },
    { key: 'when', head: texts.when, wideOnly: true, numeric: true, cell: ({ createdAt }) => format.exact(createdAt) },
  ]
}

type ListProps = {
  code: string
  /** Search parameters to keep in the URL when a row is opened. */
  filter: WebhookFilter
  webhooks: Webhook[]
  onMore: (() => void) | undefined
  loadingMore: boolean
}

export const WebhookList = ({ code, filter, webhooks, onMore, loadingMore }: ListProps) => {
  const { webhooks: texts } = useSetUpTexts()
  return (
    <DataList
      label={texts.event}
      rows={webhooks}
      columns={useColumns(code, filter)}
      rowKey={({ id }) => id}
      onMore={onMore}
      loadingMore={loadingMore}
    />
  )
}
