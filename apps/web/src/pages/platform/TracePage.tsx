import { Group, Paper } from '@mantine/core'
import type { Trace } from '@patchbay/contract/platform/workspace/traces'
import { IconRoute } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isTraceSubject, type TraceSubject, traceQuery } from '../../features/platform/traces/queries.ts'
import { TraceList } from '../../features/platform/traces/TraceList.tsx'
import { TraceVerdicts } from '../../features/platform/traces/TraceVerdicts.tsx'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { useTraceTexts } from '../../texts/traces.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { NotFoundPage } from '../NotFoundPage.tsx'

/** The link from the trace to its subject. */
const Ways = ({ trace: { customerId, orderId, chatId } }: { trace: Trace }) => {
  const texts = useTraceTexts()
  return (
    <Group gap="xs">
      {orderId !== undefined && (
        <ButtonLink to="/orders/$id" params={{ id: String(orderId) }} variant="default">
          {texts.openOrder}
        </ButtonLink>
      )}
      {chatId !== undefined && (
        <ButtonLink to="/chats/$id" params={{ id: String(chatId) }} variant="default">
          {texts.openChat}
        </ButtonLink>
      )}
      {customerId !== undefined && orderId === undefined && (
        <ButtonLink to="/customers/$id" params={{ id: String(customerId) }} variant="default">
          {texts.openCustomer}
        </ButtonLink>
      )}
    </Group>
  )
}

const TraceOf = ({ of, id }: { of: TraceSubject; id: string }) => {
  const texts = useTraceTexts()
  const { trace } = useSuspenseQuery(traceQuery(of, id)).data
  const nameOf = useColleagueName()
  const title = [texts.titles[of], trace.subject].filter(Boolean).join(': ')
  return (
    <Page title={title} about={texts.abouts[of]} actions={<Ways trace={trace} />}>
      <TraceVerdicts label={texts.verdict} verdicts={trace.verdicts} nameOf={nameOf} />
      {trace.steps.length === 0 ? (
        <EmptyState icon={IconRoute} title={texts.emptyTitle} what={texts.emptyWhat} />
      ) : (
        <Paper withBorder p="md">
          <TraceList label={texts.titles[of]} steps={trace.steps} nameOf={nameOf} />
        </Paper>
      )}
    </Page>
  )
}

export const TracePage = () => {
  const { of, id } = useParams({ from: '/workspace/traces/$of/$id' })
  return isTraceSubject(of) ? <TraceOf of={of} id={id} /> : <NotFoundPage />
}
