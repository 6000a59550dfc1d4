import { Select, Switch } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { modulesQuery } from '../features/integration-modules/queries.ts'
import { ExchangeList } from '../features/traffic/ExchangeList.tsx'
import { ExchangePanel } from '../features/traffic/ExchangePanel.tsx'
import { type TrafficFilter, trafficQuery } from '../features/traffic/queries.ts'
import { useTexts } from '../texts/catalogue.ts'
import { Filters } from '../ui/Filters.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'

type FiltersProps = { filter: TrafficFilter; onChange: (filter: TrafficFilter) => void }

const TrafficFilters = ({ filter, onChange }: FiltersProps) => {
  const { traffic: texts } = useTexts()
  const { modules } = useSuspenseQuery(modulesQuery).data
  return (
    <Filters isSet={filter.module !== undefined || filter.failed === true} onClear={() => onChange({})}>
      <Select
        aria-label={texts.module}
        placeholder={texts.everyModule}
        clearable
        data={modules.map(({ code, name }) => ({ value: code, label: name }))}
        value={filter.module ?? null}
        onChange={(module) => onChange({ ...filter, module: module ?? undefined })}
      />
      <Switch
        label={texts.onlyFailed}
        checked={filter.failed ?? false}
        onChange={(event) => onChange({ ...filter, failed: event.currentTarget.checked || undefined })}
        style={{ flex: 'none', alignSelf: 'center' }}
      />
    </Filters>
  )
}

export const TrafficPage = () => {
  const texts = useTexts()
  const { open, ...filter } = useSearch({ from: '/workspace/traffic' })
  const navigate = useNavigate({ from: '/traffic' })
  const traffic = useInfiniteQuery({ ...trafficQuery(filter), placeholderData: keepPreviousData })
  const exchanges = traffic.data?.pages.flatMap((page) => page.exchanges) ?? []
  const filtered = filter.module !== undefined || filter.failed
  return (
    <Page title={texts.traffic.title} about={texts.traffic.about} wide>
      <TrafficFilters filter={filter} onChange={(search) => void navigate({ search, replace: true })} />
      {traffic.isPending && <PageSkeleton />}
      {traffic.error && <ErrorState error={traffic.error} onRetry={() => void traffic.refetch()} />}
      {traffic.isSuccess && exchanges.length === 0 && (
        <EmptyState
          icon={IconArrowsExchange}
          title={filtered ? texts.states.nothingFits : texts.traffic.emptyTitle}
          what={filtered ? texts.states.nothingFitsWhat : texts.traffic.emptyWhat}
        />
      )}
      {exchanges.length > 0 && (
        <ExchangeList
          exchanges={exchanges}
          filter={filter}
          onMore={traffic.hasNextPage ? () => void traffic.fetchNextPage() : undefined}
          loadingMore={traffic.isFetchingNextPage}
        />
      )}
      <ExchangePanel id={open} onClose={() => void navigate({ search: { ...filter, open: undefined } })} />
    </Page>
  )
}
