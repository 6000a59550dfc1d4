import { Group, SegmentedControl, Switch } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { customerNamesQuery, MAX_NAMES } from '../../features/crm/customers/queries.ts'
import { useReadOnVisit } from '../../features/platform/notifications/queries.ts'
import { TraceLink } from '../../features/platform/traces/TraceLink.tsx'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { CallList } from '../../features/telephony/calls/CallList.tsx'
import { callsQuery } from '../../features/telephony/calls/queries.ts'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'
import { SearchField } from '../../ui/SearchField.tsx'

export const CallsPage = () => {
  const texts = useTexts()
  const search = useSearch({ from: '/workspace/calls' })
  const navigate = useNavigate({ from: '/calls' })
  const { me } = useSuspenseQuery(meQuery).data
  useReadOnVisit('calls')
  const managerName = useColleagueName()
  const filter = { userId: search.of === 'me' ? me.id : undefined, missed: search.missed, phone: search.phone }
  const found = useInfiniteQuery({ ...callsQuery(filter), placeholderData: keepPreviousData })
  const calls = found.data?.pages.flatMap((page) => page.calls) ?? []
  const ids = [...new Set(calls.flatMap(({ customerId }) => customerId ?? []))].slice(0, MAX_NAMES)
  const names = useQuery(customerNamesQuery(ids)).data
  const go = (change: typeof search) => void navigate({ search: { ...search, ...change }, replace: true })
  const filters = (
    <Group mb="md">
      <SearchField
        label={texts.calls.search}
        title={texts.calls.searchWhat}
        value={search.phone}
        onChange={(phone) => go({ phone })}
      />
      <SegmentedControl
        aria-label={texts.calls.manager}
        value={search.of ?? 'all'}
        onChange={(of) => go({ of: of === 'me' ? 'me' : undefined })}
        data={[
          { value: 'all', label: texts.calls.everyone },
          { value: 'me', label: texts.calls.mine },
        ]}
      />
      <Switch
        label={texts.calls.onlyMissed}
        checked={search.missed ?? false}
        onChange={(event) => go({ missed: event.currentTarget.checked || undefined })}
      />
    </Group>
  )
  return (
    <ListPage
      title={texts.calls.title}
      query={found}
      rows={calls}
      filters={filters}
      filtered={(search.of ?? search.missed ?? search.phone) !== undefined}
      empty={{ icon: IconPhone, title: texts.calls.emptyTitle, what: texts.calls.emptyWhat }}
    >
      <CallList
        calls={calls}
        managerName={managerName}
        customerName={(id) => names?.get(id)}
        below={({ id }) => me.role === 'admin' && <TraceLink of="call" id={id} />}
        {...moreOf(found)}
      />
    </ListPage>
  )
}
