import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ActionFilters } from '../../features/platform/action-log/ActionFilters.tsx'
import { ActionList } from '../../features/platform/action-log/ActionList.tsx'
import { actionLogQuery, readAll } from '../../features/platform/action-log/queries.ts'
import { download, toCsv } from '../../lib/download.ts'
import { errorText } from '../../lib/error-text.ts'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'
import { notifyError, notifySuccess } from '../../ui/notifications.ts'

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
      notifySuccess(texts.actionLog.exported(all.length))
    },
    onError: (error) => notifyError(errorText(texts, error)),
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
  const filters = (
    <ActionFilters
      filter={filter}
      actors={records.map(({ actor }) => actor)}
      onChange={(search) => void navigate({ search, replace: true })}
    />
  )
  return (
    <ListPage
      title={texts.actionLog.title}
      about={texts.actionLog.about}
      actions={exportButton}
      query={log}
      rows={records}
      filters={filters}
      filtered={Object.values(filter).some(Boolean)}
      empty={{ icon: IconHistory, title: texts.actionLog.emptyTitle, what: texts.actionLog.emptyWhat }}
    >
      <ActionList records={records} {...moreOf(log)} />
    </ListPage>
  )
}
