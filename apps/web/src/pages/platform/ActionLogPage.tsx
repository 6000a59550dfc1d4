import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ActionFilters } from '../../features/platform/action-log/ActionFilters.tsx'
import { ActionList } from '../../features/platform/action-log/ActionList.tsx'
import { actionLogQuery, actionQuery } from '../../features/platform/action-log/queries.ts'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'

export const ActionLogPage = () => {
  const texts = useTexts()
  const filter = useSearch({ from: '/workspace/action-log' })
  const navigate = useNavigate({ from: '/action-log' })
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const log = useInfiniteQuery({ ...actionLogQuery(filter, timezone), placeholderData: keepPreviousData })
  const records = log.data?.pages.flatMap((page) => page.records) ?? []
  const { types, actions } = texts.actionLog
  const exportButton = (
    <ExportButton
      list="action-log"
      query={actionQuery(filter, timezone)}
      labels={{ recordType: types, action: actions }}
    />
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
