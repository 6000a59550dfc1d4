import { Alert, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { modulesQuery } from '../../features/integration-modules/health/queries.ts'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { ExchangeList } from '../../features/platform/traffic/ExchangeList.tsx'
import { ExchangePanel } from '../../features/platform/traffic/ExchangePanel.tsx'
import { trafficFilter, trafficQuery } from '../../features/platform/traffic/queries.ts'
import type { TrafficFilter } from '../../features/platform/traffic/search.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { Filters } from '../../ui/Filters.tsx'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'

type FiltersProps = { filter: TrafficFilter; onChange: (filter: TrafficFilter) => void }

const TrafficFilters = ({ filter, onChange }: FiltersProps) => {
  const { traffic: texts } = useTexts()
  const { modules } = useSuspenseQuery(modulesQuery).data
  return (
    <Filters isSet={filter.module !== undefined || filter.failed === true} onClear={() => onChange({})}>
      <FilterSelect
        aria-label={texts.module}
        placeholder={texts.everyModule}
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
  const format = useFormat()
  const unlogged = traffic.data?.pages[0]?.unlogged
  const exchanges = traffic.data?.pages.flatMap((page) => page.exchanges) ?? []
  return (
    <ListPage
      title={texts.traffic.title}
      actions={<ExportButton list="traffic" query={trafficFilter(filter)} />}
      about={texts.traffic.about}
      query={traffic}
      rows={exchanges}
      filters={
        <>
          <TrafficFilters filter={filter} onChange={(search) => void navigate({ search, replace: true })} />
          {unlogged && (
            <Alert variant="default" icon={<IconAlertTriangle size={16} />} py="xs">
              <Text size="sm">{texts.traffic.unlogged(unlogged.requests, format.bytes(unlogged.bytesPerDay))}</Text>
            </Alert>
          )}
        </>
      }
      filtered={filter.module !== undefined || filter.failed === true}
      empty={{ icon: IconArrowsExchange, title: texts.traffic.emptyTitle, what: texts.traffic.emptyWhat }}
      panels={<ExchangePanel id={open} onClose={() => void navigate({ search: { ...filter, open: undefined } })} />}
    >
      <ExchangeList exchanges={exchanges} filter={filter} {...moreOf(traffic)} />
    </ListPage>
  )
}
