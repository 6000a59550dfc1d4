import { Button, Timeline as Line, Stack, Text, ThemeIcon } from '@mantine/core'
import type { TimelineEntry } from '@patchbay/contract/timeline'
import {
  IconBrandHipchat,
  IconCash,
  IconHistory,
  IconMoodSmile,
  IconNote,
  IconPhone,
  IconShoppingBag,
  IconUser,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format.ts'
import { type Texts, useTexts } from '../../texts/catalogue.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { timelineQuery } from './queries.ts'

const ICONS: [prefix: string, icon: typeof IconUser][] = [
  ['customer.note', IconNote],
  ['customer', IconUser],
  ['order', IconShoppingBag],
  ['payment', IconCash],
  ['invoice', IconCash],
  ['call', IconPhone],
  ['message', IconBrandHipchat],
  ['reaction', IconMoodSmile],
]

const iconOf = (kind: string) => ICONS.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? IconHistory

/** user:7, key:ab12, module:pbx-1 → whom a reader would name. */
const actorName = (actor: string, texts: Texts['timeline'], colleague: (id: number) => string): string => {
  const [by = '', who = ''] = actor.split(':')
  if (by === 'user') return colleague(Number(who))
  if (by === 'key') return texts.key(who)
  if (by === 'module') return texts.module(who)
  return texts.system
}

const plain = (value: unknown, empty: string): string => {
  if (value === null || value === undefined || value === '') return empty
  if (Array.isArray(value)) return value.map((one) => plain(one, empty)).join(', ') || empty
  if (typeof value === 'object') return Object.values(value).map(String).join(' ')
  return String(value)
}

const isChange = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2

/** What a call, an order or a payment was, in a line. */
const useSummary = ({ kind, detail }: TimelineEntry): string => {
  const { calls } = useTexts()
  const format = useFormat()
  if (kind === 'call') {
    const results = calls.results as Record<string, string>
    const parts = [
      detail.direction === 'in' ? calls.incoming : calls.outgoing,
      detail.missed === true ? calls.missed : results[String(detail.result)],
      Number(detail.duration) > 0 && format.duration(Number(detail.duration)),
    ]
    return parts.filter(Boolean).join(' · ')
  }
  if (kind === 'order.created' && isChange(detail.number)) return String(detail.number[1])
  return ''
}

const Detail = ({ entry }: { entry: TimelineEntry }) => {
  const { timeline: texts } = useTexts()
  const { text, note, ...rest } = entry.detail
  const changes = Object.entries(rest).filter(([, value]) => isChange(value)) as [string, [unknown, unknown]][]
  const said = typeof text === 'string' ? text : note
  const summary = useSummary(entry)
  return (
    <>
      {summary && <Text size="sm">{summary}</Text>}
      {typeof said === 'string' && said !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {said}
        </Text>
      )}
      {!entry.kind.endsWith('created') &&
        changes.map(([field, [before, after]]) => (
          <Text key={field} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {field}: {plain(before, texts.empties)} → {plain(after, texts.empties)}
          </Text>
        ))}
    </>
  )
}

type TimelineProps = { customerId: number; colleague: (id: number) => string }

const Entry = ({ entry, colleague }: { entry: TimelineEntry } & Pick<TimelineProps, 'colleague'>) => {
  const { timeline: texts } = useTexts()
  const format = useFormat()
  const kind = texts.kinds[entry.kind] ?? entry.kind
  const title = kind.charAt(0).toUpperCase() + kind.slice(1)
  return (
    <>
      <Text size="sm" fw={500} component="span">
        {entry.orderId === undefined ? (
          title
        ) : (
          <AnchorLink to="/orders/$id" params={{ id: String(entry.orderId) }} size="sm" fw={500}>
            {title}
          </AnchorLink>
        )}
      </Text>
      <Detail entry={entry} />
      <Text size="xs" c="dimmed">
        <time dateTime={entry.at} title={format.exact(entry.at)}>
          {format.ago(entry.at)}
        </time>{' '}
        {texts.by(actorName(entry.actor, texts, colleague))}
      </Text>
    </>
  )
}

/** Calls, orders, invoices, messages and reactions of one customer, as they followed one another. */
export const Timeline = ({ customerId, colleague }: TimelineProps) => {
  const { timeline: texts, common } = useTexts()
  const timeline = useInfiniteQuery(timelineQuery(customerId))
  const entries = timeline.data?.pages.flatMap((page) => page.entries) ?? []
  if (timeline.error) return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
  if (entries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {timeline.isPending ? common.loading : texts.empty}
      </Text>
    )
  }
  return (
    <Stack align="flex-start">
      <Line bulletSize={26} lineWidth={1} active={-1}>
        {entries.map((entry) => {
          const Icon = iconOf(entry.kind)
          const bullet = (
            <ThemeIcon size={26} radius="xl" variant="default" aria-hidden>
              <Icon size={14} />
            </ThemeIcon>
          )
          return (
            <Line.Item key={entry.id} bullet={bullet}>
              <Entry entry={entry} colleague={colleague} />
            </Line.Item>
          )
        })}
      </Line>
      {timeline.hasNextPage && (
        <Button variant="default" loading={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
          {common.loadMore}
        </Button>
      )}
    </Stack>
  )
}
