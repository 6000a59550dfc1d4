import { Button, Timeline as Line, Stack, Text, ThemeIcon } from '@mantine/core'
import type { TimelineEntry } from '@patchbay/contract/crm/workspace/timeline'
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
import type { ReactNode } from 'react'
import { isolate } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type TimelineTexts, useTimelineTexts } from '../../../texts/timeline.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { type EntryNames, useEntry } from './entry.ts'
import { timelineQuery } from './queries.ts'

const ICONS: [prefix: string, icon: typeof IconUser][] = [
  ['customer.note', IconNote],
  ['customer', IconUser],
  ['order', IconShoppingBag],
  ['payment', IconCash],
  ['invoice', IconCash],
  ['call', IconPhone],
  ['chat', IconBrandHipchat],
  ['message', IconBrandHipchat],
  ['reaction', IconMoodSmile],
]

const iconOf = (kind: string) => ICONS.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? IconHistory

/** user:7, key:ab12, module:pbx-1 → the name to show. */
const actorName = (actor: string, texts: TimelineTexts, colleague: (id: number) => string): string => {
  const [by = '', who = ''] = actor.split(':')
  if (by === 'user') return colleague(Number(who))
  if (by === 'key') return texts.key(who)
  if (by === 'module') return texts.module(who)
  return texts.system
}

type TimelineProps = {
  customerId: number
  colleague: (id: number) => string
  names: EntryNames
  /** Below a call: who talked, how long, the note and the recording. */
  underCall: (callId: number) => ReactNode
}

/** The link to the order or the conversation, if there is one. */
const Title = ({ entry, title }: { entry: TimelineEntry; title: string }) => {
  const { chatId } = entry.detail
  if (entry.orderId !== undefined) {
    return (
      <AnchorLink to="/orders/$id" params={{ id: String(entry.orderId) }} size="sm" fw={500}>
        {title}
      </AnchorLink>
    )
  }
  if (typeof chatId === 'number') {
    return (
      <AnchorLink to="/chats/$id" params={{ id: String(chatId) }} size="sm" fw={500}>
        {title}
      </AnchorLink>
    )
  }
  return title
}

type EntryProps = { entry: TimelineEntry } & Omit<TimelineProps, 'customerId'>

const Entry = ({ entry, colleague, names, underCall }: EntryProps) => {
  const texts = useTimelineTexts()
  const format = useFormat()
  const { title, quote, changes } = useEntry(entry, names, colleague)
  return (
    <>
      <Text size="sm" fw={500} component="div">
        <Title entry={entry} title={title} />
      </Text>
      {quote && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {quote}
        </Text>
      )}
      {changes.map(({ field, before, after }) => (
        <Text key={field} size="xs" c="dimmed">
          {field}: {isolate(before)} → {isolate(after)}
        </Text>
      ))}
      {entry.kind === 'call' && typeof entry.detail.callId === 'number' && underCall(entry.detail.callId)}
      <Text size="xs" c="dimmed">
        <time dateTime={entry.at} title={format.exact(entry.at)}>
          {format.ago(entry.at)}
        </time>{' '}
        {texts.by(actorName(entry.actor, texts, colleague))}
      </Text>
    </>
  )
}

/** Calls, orders, invoices, messages and reactions of one customer, newest first. */
export const Timeline = ({ customerId, colleague, names, underCall }: TimelineProps) => {
  const texts = useTimelineTexts()
  const { common } = useTexts()
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
              <Entry entry={entry} colleague={colleague} names={names} underCall={underCall} />
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
