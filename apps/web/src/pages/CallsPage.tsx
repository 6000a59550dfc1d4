import { Group, SegmentedControl, Switch } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CallList } from '../features/calls/CallList.tsx'
import { callsQuery } from '../features/calls/queries.ts'
import { customerNamesQuery, MOST_NAMES } from '../features/customers/queries.ts'
import { TraceLink } from '../features/traces/TraceLink.tsx'
import { meQuery, useColleagueName } from '../features/users/queries.ts'
import { useTexts } from '../texts/catalogue.ts'
import { Page } from '../ui/Page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'

export const CallsPage = () => {
  const texts = useTexts()
  const search = useSearch({ from: '/workspace/calls' })
  const navigate = useNavigate({ from: '/calls' })
  const { me } = useSuspenseQuery(meQuery).data
  const managerName = useColleagueName()
  const filter = { userId: search.of === 'me' ? me.id : undefined, missed: search.missed }
  const found = useInfiniteQuery({ ...callsQuery(filter), placeholderData: keepPreviousData })
  const calls = found.data?.pages.flatMap((page) => page.calls) ?? []
  const ids = [...new Set(calls.flatMap(({ customerId }) => customerId ?? []))].slice(0, MOST_NAMES)
  const names = useQuery(customerNamesQuery(ids)).data
  const go = (change: typeof search) => void navigate({ search: { ...search, ...change }, replace: true })
  const filtered = search.of !== undefined || search.missed
  return (
    <Page title={texts.calls.title} wide>
      <Group mb="md">
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
      {found.isPending && <PageSkeleton />}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && calls.length === 0 && (
        <EmptyState
          icon={IconPhone}
          title={filtered ? texts.states.nothingFits : texts.calls.emptyTitle}
          what={filtered ? texts.states.nothingFitsWhat : texts.calls.emptyWhat}
        />
      )}
      {calls.length > 0 && (
        <CallList
          calls={calls}
          managerName={managerName}
          customerName={(id) => names?.get(id)}
          below={({ id }) => me.role === 'admin' && <TraceLink of="call" id={id} />}
          onMore={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
          loadingMore={found.isFetchingNextPage}
        />
      )}
    </Page>
  )
}
