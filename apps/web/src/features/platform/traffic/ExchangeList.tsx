import { Group, Text } from '@mantine/core'
import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format.ts'
import { resultText } from '../../../lib/result-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Status } from '../../../ui/Status.tsx'
import type { TrafficFilter } from './search.ts'

const pathOf = (url: string): string => {
  const parsed = URL.parse(url, 'http://here')
  return parsed ? `${parsed.origin === 'http://here' ? '' : parsed.host}${parsed.pathname}` : url
}

const Direction = ({ direction }: Pick<Exchange, 'direction'>) => {
  const { traffic: texts } = useTexts()
  const Icon = direction === 'in' ? IconArrowDownLeft : IconArrowUpRight
  return (
    <Icon
      size={16}
      style={{ flex: 'none', marginTop: 2 }}
      role="img"
      aria-label={direction === 'in' ? texts.fromModule : texts.toModule}
    />
  )
}

const useColumns = (
  short: boolean,
  searchOf: (exchange: Exchange) => TrafficFilter & { open: number },
): Column<Exchange>[] => {
  const { traffic: texts, modules } = useTexts()
  const setUp = useSetUpTexts()
  const format = useFormat()
  const columns: Column<Exchange>[] = [
    {
      key: 'request',
      head: texts.request,
      cell: (exchange) => (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Direction direction={exchange.direction} />
          <div style={{ minWidth: 0 }}>
            <RowLink to="/traffic" search={searchOf(exchange)}>
              <Text span size="xs" c="dimmed" mr={6}>
                {exchange.method}
              </Text>
              {pathOf(exchange.url)}
            </RowLink>
            <Text size="xs" c="dimmed" hiddenFrom="sm">
              {format.moment(exchange.at)}
            </Text>
          </div>
        </Group>
      ),
    },
    {
      key: 'result',
      head: texts.result,
      cell: ({ ok, status, result, requests }) => (
        <Group gap={6} wrap="nowrap">
          <span title={resultText(setUp, result)}>
            <Status tone={ok ? 'good' : 'bad'}>
              {status ?? '—'}
              {!ok && (
                <Text span size="xs" c="dimmed" ml={6} lineClamp={2}>
                  {resultText(setUp, result)}
                </Text>
              )}
            </Status>
          </span>
          {requests !== undefined && (
            <Text span size="xs" c="dimmed" title={texts.standsFor(requests)}>
              ×{format.number(requests)}
            </Text>
          )}
        </Group>
      ),
    },
    { key: 'module', head: texts.module, wideOnly: true, cell: ({ moduleCode }) => moduleCode ?? '—' },
    {
      key: 'duration',
      head: texts.duration,
      wideOnly: true,
      numeric: true,
      cell: ({ durationMs }) => modules.milliseconds(durationMs),
    },
    { key: 'when', head: texts.when, wideOnly: true, numeric: true, cell: ({ at }) => format.exact(at) },
  ]
  return short ? columns.filter(({ key }) => key !== 'module') : columns
}

type ExchangeListProps = {
  exchanges: Exchange[]
  short?: boolean
  /** Search parameters to keep in the URL when a row is opened. */
  filter: TrafficFilter
  onMore?: (() => void) | undefined
  loadingMore?: boolean
}

export const ExchangeList = ({ exchanges, short = false, filter, onMore, loadingMore = false }: ExchangeListProps) => {
  const { traffic: texts } = useTexts()
  return (
    <DataList
      label={texts.title}
      rows={exchanges}
      columns={useColumns(short, ({ id }) => ({ ...filter, open: id }))}
      rowKey={({ id }) => id}
      onMore={onMore}
      loadingMore={loadingMore}
    />
  )
}
