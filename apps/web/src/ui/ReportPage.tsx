import { Button, CloseButton, Group, Paper, SegmentedControl, Text } from '@mantine/core'
import { toLocalTime } from '@patchbay/contract/base/local-time'
import type { ReplicaAge, ReportFilter } from '@patchbay/contract/platform/workspace/statistics'
import { IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { shiftDay } from '../lib/days.ts'
import { useFormat } from '../lib/format.ts'
import { meQuery } from '../lib/me.ts'
import { useReportTexts } from '../texts/reports.ts'
import { PeriodFilter } from './Filters.tsx'
import { ButtonLink } from './links.tsx'
import { Page } from './Page.tsx'
import styles from './Report.module.css'
import { ErrorState, PageSkeleton } from './states.tsx'

const PRESETS = [7, 30, 90] as const

type Period = { from?: string | undefined; to?: string | undefined }

type ReportPageProps = {
  of: 'calls' | 'payments' | 'chats'
  /** The period, and what the report is limited to. */
  search: Period
  query: {
    data: { statistics: { filter?: ReportFilter | undefined; replica?: ReplicaAge | undefined } } | undefined
    error: unknown
    refetch: () => unknown
  }
  children: ReactNode
}

const tab = (isCurrent: boolean) => ({ size: 'compact-sm', variant: isCurrent ? 'filled' : 'default' }) as const

/** A page that asks every five seconds is hardly ever fresher. */
const LATE_SECONDS = 5

/** How old the figures are, where they come from a replica. */
const FiguresAge = ({ asOf, behindSeconds }: ReplicaAge) => {
  const texts = useReportTexts()
  const format = useFormat()
  const late =
    behindSeconds >= LATE_SECONDS
      ? ` · ${texts.behind(format.elapsed(asOf, Date.parse(asOf) + behindSeconds * 1000))}`
      : ''
  return (
    <Text size="sm" c="dimmed" mb="lg">
      {texts.asOf(format.time(asOf))}
      {late}
    </Text>
  )
}

/** The frame of a report: which one, the period, what it is limited to, and printing. */
export const ReportPage = (props: ReportPageProps) => {
  const { of, search, query, children } = props
  const texts = useReportTexts()
  const navigate = useNavigate()
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const go = (next: Period) => void navigate({ to: `/reports/${of}`, search: next, replace: true, resetScroll: false })
  const onPeriod = (next: Period) => go({ ...search, ...next })
  const filter = query.data?.statistics.filter
  const today = toLocalTime(new Date(), timezone).slice(0, 10)
  const preset = PRESETS.find(
    (days) => (search.to ?? today) === today && (search.from ?? shiftDay(today, -29)) === shiftDay(today, 1 - days),
  )
  const period = search.from === undefined && search.to === undefined ? {} : { from: search.from, to: search.to }
  return (
    <Page
      title={texts[of].title}
      wide
      actions={
        <Button
          className={styles.noprint}
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {texts.print}
        </Button>
      }
    >
      <Group mb="lg" gap="sm" className={styles.noprint}>
        <Group gap={4} component="nav" aria-label={texts.title}>
          <ButtonLink to="/reports/calls" search={period} {...tab(of === 'calls')}>
            {texts.calls.tab}
          </ButtonLink>
          <ButtonLink to="/reports/payments" search={period} {...tab(of === 'payments')}>
            {texts.payments.tab}
          </ButtonLink>
          <ButtonLink to="/reports/chats" search={period} {...tab(of === 'chats')}>
            {texts.chats.tab}
          </ButtonLink>
          {of === 'payments' && (
            <ButtonLink to="/reports/days" {...tab(false)}>
              {texts.closeDay}
            </ButtonLink>
          )}
        </Group>
        <SegmentedControl
          size="xs"
          aria-label={texts.period}
          value={preset === undefined ? '' : String(preset)}
          onChange={(days) => onPeriod({ from: shiftDay(today, 1 - Number(days)), to: undefined })}
          data={PRESETS.map((days) => ({ value: String(days), label: texts.lastDays(days) }))}
        />
        <PeriodFilter
          from={search.from}
          to={search.to}
          onFrom={(from) => onPeriod({ from, to: search.to })}
          onTo={(to) => onPeriod({ from: search.from, to })}
        />
      </Group>
      {filter !== undefined && (
        <Group mb="lg" gap="sm">
          <Paper withBorder px="sm" py={4}>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm">
                {texts.one[filter.by]}: {filter.name}
              </Text>
              <CloseButton size="sm" aria-label={texts.clearFilter} onClick={() => go(period)} />
            </Group>
          </Paper>
          <Text size="sm" c="dimmed" className={styles.noprint}>
            {texts.oneFilter}
          </Text>
        </Group>
      )}
      {query.data?.statistics.replica && <FiguresAge {...query.data.statistics.replica} />}
      {query.error != null && query.data === undefined && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data === undefined && query.error == null && <PageSkeleton />}
      {query.data !== undefined && <Suspense fallback={<PageSkeleton />}>{children}</Suspense>}
    </Page>
  )
}
