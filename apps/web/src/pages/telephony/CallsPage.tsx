import { IconPhone } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { customerNamesQuery, MAX_NAMES } from '../../features/crm/customers/queries.ts'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { useReadOnVisit } from '../../features/platform/notifications/queries.ts'
import { TraceLink } from '../../features/platform/traces/TraceLink.tsx'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { CallFilters } from '../../features/telephony/calls/CallFilters.tsx'
import { CallList } from '../../features/telephony/calls/CallList.tsx'
import { callListQuery, callsQuery } from '../../features/telephony/calls/queries.ts'
import { isCounted } from '../../features/telephony/calls/search.ts'
import { LogCallButton } from '../../features/telephony/logged-calls/LoggedCallActions.tsx'
import { useFormat } from '../../lib/format.ts'
import { meQuery } from '../../lib/me.ts'
import { useCallPageTexts } from '../../texts/call-pages.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useExportTexts } from '../../texts/exports.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'
import { useCallParts } from './call-parts.tsx'

export const CallsPage = () => {
  const texts = useTexts()
  const pageTexts = useCallPageTexts()
  const { callResults } = useExportTexts()
  const format = useFormat()
  const search = useSearch({ from: '/workspace/calls' })
  const navigate = useNavigate({ from: '/calls' })
  const { me } = useSuspenseQuery(meQuery).data
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  useReadOnVisit('calls')
  const managerName = useColleagueName()
  const parts = useCallParts()
  const { of, manager, ...rest } = search
  const filter = { ...rest, userId: of === 'me' ? me.id : manager }
  const found = useInfiniteQuery({ ...callsQuery(filter), placeholderData: keepPreviousData })
  const calls = found.data?.pages.flatMap((page) => page.calls) ?? []
  const keptFrom = found.data?.pages[0]?.keptFrom
  const ids = [...new Set(calls.flatMap(({ customerId }) => customerId ?? []))].slice(0, MAX_NAMES)
  const names = useQuery(customerNamesQuery(ids)).data
  const managers = colleagues.map(({ id }) => ({ value: String(id), label: managerName(id) }))
  const labels = {
    direction: { in: texts.calls.incoming, out: texts.calls.outgoing },
    result: { ...callResults },
  }
  return (
    <ListPage
      title={texts.calls.title}
      {...(search.said !== undefined && found.isSuccess && { about: pageTexts.foundSaid(calls.length) })}
      {...(isCounted(search) && { about: pageTexts.fromReport })}
      {...(keptFrom !== undefined && { about: pageTexts.noLongerKept(format.date(keptFrom)) })}
      actions={
        <>
          <ExportButton list="calls" query={callListQuery(filter)} labels={labels} />
          <ManagersOnly>
            <LogCallButton {...parts} />
          </ManagersOnly>
        </>
      }
      query={found}
      rows={calls}
      filters={
        <CallFilters
          search={search}
          shops={parts.shops}
          managers={managers}
          onChange={(next) => void navigate({ search: next, replace: true })}
        />
      }
      filtered={Object.values(search).some((value) => value !== undefined)}
      empty={{ icon: IconPhone, title: texts.calls.emptyTitle, what: texts.calls.emptyWhat }}
    >
      <CallList
        calls={calls}
        words={(search.said ?? '').split(/\s+/).filter(Boolean)}
        managerName={managerName}
        customerName={(id) => names?.get(id)}
        below={({ id, loggedBy }) => me.role === 'admin' && loggedBy === undefined && <TraceLink of="call" id={id} />}
        {...moreOf(found)}
      />
    </ListPage>
  )
}
