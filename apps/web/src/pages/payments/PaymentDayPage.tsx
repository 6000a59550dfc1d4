import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { DayClosing, PaymentDay } from '@patchbay/contract/payments/workspace/payment-days'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ChangeList } from '../../features/payments/payment-days/ChangeList.tsx'
import { DayState } from '../../features/payments/payment-days/DayState.tsx'
import { DayTotals } from '../../features/payments/payment-days/DayTotals.tsx'
import { DifferenceList } from '../../features/payments/payment-days/DifferenceList.tsx'
import { paymentDayQuery, paymentDaysQuery, useDayCommand } from '../../features/payments/payment-days/queries.ts'
import { StatementCard } from '../../features/payments/payment-days/StatementCard.tsx'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { joinFacts } from '../../lib/bidi.ts'
import { useFormat } from '../../lib/format.ts'
import { meQuery } from '../../lib/me.ts'
import { usePaymentDayTexts } from '../../texts/payment-days.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { UpLink } from '../../ui/links.tsx'
import { notifySuccess } from '../../ui/notifications.ts'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
import { ErrorState, PageSkeleton } from '../../ui/states.tsx'

const DayActions = ({ day }: { day: PaymentDay }) => {
  const texts = usePaymentDayTexts()
  const command = useDayCommand(day.id)
  const isOpen = day.state === 'open'
  const press = () =>
    command.mutate(isOpen ? 'close' : 'reopen', {
      onSuccess: () => notifySuccess(isOpen ? texts.closed : texts.reopened),
    })
  const blocked = isOpen && (day.statement.state !== 'ready' || day.unacknowledged > 0)
  return (
    <Stack gap="xs" mb="lg">
      <Group gap="sm">
        <Button
          variant={day.state === 'closed' ? 'default' : 'filled'}
          disabled={blocked}
          loading={command.isPending}
          onClick={press}
        >
          {isOpen ? texts.closeDay : day.state === 'changed' ? texts.reopen : texts.reopenClosed}
        </Button>
        {isOpen && day.unacknowledged > 0 && (
          <Text size="sm" c="dimmed">
            {texts.closeFirst(day.unacknowledged)}
          </Text>
        )}
      </Group>
      {command.error && <Problem error={command.error} />}
    </Stack>
  )
}

const Closings = ({ closings }: { closings: readonly DayClosing[] }) => {
  const texts = usePaymentDayTexts()
  const format = useFormat()
  return (
    <Section title={texts.closings}>
      <List size="sm" listStyleType="none">
        {closings.map(({ at, by, matched, different }) => (
          <List.Item key={at}>
            {texts.closedBy(by, format.moment(at))}: {texts.closingOf(matched, different)}
          </List.Item>
        ))}
      </List>
    </Section>
  )
}

const useLabels = () => {
  const texts = usePaymentDayTexts()
  return { movement: texts.movements, result: texts.results, reasons: texts.kinds }
}

/** One day of one provider: its statement, the differences, and closing it. */
export const PaymentDayPage = () => {
  const texts = usePaymentDayTexts()
  const format = useFormat()
  const labels = useLabels()
  const dayId = Number(useParams({ from: '/workspace/reports/days/$dayId' }).dayId)
  const { me } = useSuspenseQuery(meQuery).data
  const found = useQuery(paymentDayQuery(dayId))
  const modules = useInfiniteQuery(paymentDaysQuery).data?.pages[0]?.modules ?? []
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <PageSkeleton />
  const { day, differences, changes, closings } = found.data
  const isAdmin = me.role === 'admin'
  const hasStatement = day.statement.at !== undefined
  return (
    <Page
      title={joinFacts([day.module.name, format.local(day.day, true)], ', ')}
      up={<UpLink to="/reports/days">{texts.title}</UpLink>}
      beside={<DayState state={day.state} />}
      about={day.closedAt && texts.closedBy(day.closedBy ?? '', format.moment(day.closedAt))}
      actions={hasStatement && <ExportButton list="payment-day" query={{ dayId }} labels={labels} />}
      wide
    >
      {isAdmin && hasStatement && <DayActions day={day} />}
      {day.changeCount > 0 && <ChangeList changes={changes} count={day.changeCount} />}
      <StatementCard
        day={day}
        supported={modules.find(({ code }) => code === day.module.code)?.statement === true}
        isAdmin={isAdmin}
      />
      {hasStatement && (
        <DifferenceList dayId={dayId} differences={differences} canAcknowledge={isAdmin && day.state === 'open'} />
      )}
      {hasStatement && <DayTotals totals={day.totals} />}
      {closings.length > 0 && <Closings closings={closings} />}
    </Page>
  )
}
