import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EndpointState } from '../../features/chats/webhooks/EndpointState.tsx'
import { webhooksQuery } from '../../features/chats/webhooks/queries.ts'
import { Replay } from '../../features/chats/webhooks/Replay.tsx'
import { WebhookFilters } from '../../features/chats/webhooks/WebhookFilters.tsx'
import { WebhookList } from '../../features/chats/webhooks/WebhookList.tsx'
import { WebhookPanel } from '../../features/chats/webhooks/WebhookPanel.tsx'
import { moduleQuery } from '../../features/integration-modules/health/queries.ts'
import { meQuery } from '../../lib/me.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'
import { UpLink } from '../../ui/links.tsx'

const HOUR_MS = 3_600_000
/** In the other states events wait for somebody to switch the module or the endpoint on, or to fetch them. */
const SENDING = ['well', 'failing', 'resting']

export const WebhooksPage = () => {
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
  const filters = (
    <>
      {health && <EndpointState code={code} health={health} />}
      <WebhookFilters
        filter={filter}
        chats={webhooks.map(({ chatId, chatName }) => ({ id: chatId, name: chatName }))}
        onChange={(search) => void navigate({ search, replace: true })}
      />
    </>
  )
  const panels = (
    <>
      <WebhookPanel
        id={open}
        canSend={health !== undefined && SENDING.includes(health.state)}
        onClose={() => void navigate({ search: filter })}
        onOpen={(id) => void navigate({ search: { ...filter, open: id } })}
        onReplay={setReplayFrom}
      />
      {replayFrom !== undefined && (
        <Replay code={code} zone={timezone} from={replayFrom} onClose={() => setReplayFrom(undefined)} />
      )}
    </>
  )
  return (
    <ListPage
      title={texts.title(module.name)}
      up={up}
      about={texts.about}
      actions={replay}
      query={log}
      rows={webhooks}
      filters={filters}
      filtered={Object.values(filter).some((value) => value !== undefined)}
      empty={{ icon: IconWebhook, title: texts.emptyTitle, what: texts.emptyWhat }}
      panels={panels}
    >
      <WebhookList code={code} filter={filter} webhooks={webhooks} {...moreOf(log)} />
    </ListPage>
  )
}
