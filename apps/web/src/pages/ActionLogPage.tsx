import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ActionFilters } from '../features/action-log/ActionFilters.tsx'
import { ActionList } from '../features/action-log/ActionList.tsx'
import { actionLogQuery, readAll } from '../features/action-log/queries.ts'
import { meQuery } from '../features/users/queries.ts'
import { download, toCsv } from '../lib/download.ts'
import { errorText } from '../lib/error-text.ts'
import { useTexts } from '../texts/catalogue.ts'
import { Page } from '../ui/Page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'
import { tellDone, tellProblem } from '../ui/tell.ts'

export const ActionLogPage = () => {
  const texts = useTexts()
  const filter = useSearch({ from: '/workspace/action-log' })
  const navigate = useNavigate({ from: '/action-log' })
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const log = useInfiniteQuery({ ...actionLogQuery(filter, timezone), placeholderData: keepPreviousData })
  const records = log.data?.pages.flatMap((page) => page.records) ?? []
  const exporting = useMutation({
    mutationFn: () => readAll(filter, timezone),
    onSuccess: (all) => {
      const rows = all.map((one) => [
        one.at,
        one.recordType,
        one.actor,
        one.action,
        one.subject,
        JSON.stringify(one.detail),
      ])
      download('action-log.csv', 'text/csv', toCsv([['at', 'type', 'actor', 'action', 'subject', 'detail'], ...rows]))
      tellDone(texts.actionLog.exported(all.length))
    },
    onError: (error) => tellProblem(errorText(texts, error)),
  })
  const exportButton = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {texts.actionLog.export}
    </Button>
  )
  const filtered = Object.values(filter).some(Boolean)
  const { nothingFits, nothingFitsWhat } = texts.states
  return (
    <Page title={texts.actionLog.title} about={texts.actionLog.about} actions={exportButton} wide>
      <ActionFilters
        filter={filter}
        actors={records.map(({ actor }) => actor)}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      {log.isPending && <PageSkeleton />}
      {log.error && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && records.length === 0 && (
        <EmptyState
          icon={IconHistory}
          title={filtered ? nothingFits : texts.actionLog.emptyTitle}
          what={filtered ? nothingFitsWhat : texts.actionLog.emptyWhat}
        />
      )}
      {records.length > 0 && (
        <ActionList
          records={records}
          onMore={log.hasNextPage ? () => void log.fetchNextPage() : undefined}
          loadingMore={log.isFetchingNextPage}
        />
      )}
    </Page>
  )
}
