import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { moduleQuery } from '../features/integration-modules/queries.ts'
import { meQuery } from '../features/users/queries.ts'
import { EndpointState } from '../features/webhooks/EndpointState.tsx'
import { webhooksQuery } from '../features/webhooks/queries.ts'
import { Replay } from '../features/webhooks/Replay.tsx'
import { WebhookFilters } from '../features/webhooks/WebhookFilters.tsx'
import { WebhookList } from '../features/webhooks/WebhookList.tsx'
import { WebhookPanel } from '../features/webhooks/WebhookPanel.tsx'
import { useTexts } from '../texts/catalogue.ts'
import { useSetUpTexts } from '../texts/set-up.ts'
import { UpLink } from '../ui/links.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'

const HOUR_MS = 3_600_000

export const WebhooksPage = () => {
  const { states } = useTexts()
  const { webhooks: texts } = useSetUpTexts()
  const { code } = useParams({ from: '/workspace/modules/$code/webhooks' })
  const { open, ...filter } = useSearch({ from: '/workspace/modules/$code/webhooks' })
  const navigate = useNavigate({ from: '/modules/$code/webhooks' })
  const { module } = useSuspenseQuery(moduleQuery(code)).data
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const log = useInfiniteQuery({ ...webhooksQuery(code, timezone, filter), placeholderData: keepPreviousData })
  const [replayFrom, setReplayFrom] = useState<string>()
  const webhooks = log.data?.pages.flatMap((page) => page.webhooks) ?? []
  const health = log.data?.pages[0]?.health
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const up = (
    <UpLink to="/modules/$code" params={{ code }}>
      {module.name}
    </UpLink>
  )
  const replay = (
    <Button variant="default" onClick={() => setReplayFrom(new Date(Date.now() - HOUR_MS).toISOString())}>
      {texts.replay}
    </Button>
  )
  return (
    <Page title={texts.title(module.name)} up={up} about={texts.about} actions={replay} wide>
      {health && <EndpointState code={code} health={health} />}
      <WebhookFilters
        filter={filter}
        chats={webhooks.map(({ chatId, chatName }) => ({ id: chatId, name: chatName }))}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      {log.isPending && <PageSkeleton />}
      {log.error && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && webhooks.length === 0 && (
        <EmptyState
          icon={IconWebhook}
          title={filtered ? states.nothingFits : texts.emptyTitle}
          what={filtered ? states.nothingFitsWhat : texts.emptyWhat}
        />
      )}
      {webhooks.length > 0 && (
        <WebhookList
          code={code}
          filter={filter}
          webhooks={webhooks}
          onMore={log.hasNextPage ? () => void log.fetchNextPage() : undefined}
          loadingMore={log.isFetchingNextPage}
        />
      )}
      <WebhookPanel
        id={open}
        onClose={() => void navigate({ search: filter })}
        onOpen={(id) => void navigate({ search: { ...filter, open: id } })}
        onReplay={setReplayFrom}
      />
      {replayFrom !== undefined && (
        <Replay code={code} zone={timezone} from={replayFrom} onClose={() => setReplayFrom(undefined)} />
      )}
    </Page>
  )
}
