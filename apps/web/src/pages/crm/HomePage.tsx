import { Skeleton } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { WaitingChats } from '../../features/chats/conversations/WaitingChats.tsx'
import { DueTasks } from '../../features/crm/tasks/DueTasks.tsx'
import { SetupChecklist, ShowSetupChecklist } from '../../features/integration-modules/setup-steps/SetupChecklist.tsx'
import { ExpiringHolds } from '../../features/payments/attention/ExpiringHolds.tsx'
import { OpenDiscrepancies, UnresolvedOperations } from '../../features/payments/attention/PaymentDecisions.tsx'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { MissedCalls } from '../../features/telephony/missed-calls/MissedCalls.tsx'
import { TeamList } from '../../features/telephony/statuses/TeamList.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useHomeTexts } from '../../texts/home.ts'
import { Page } from '../../ui/Page.tsx'
import styles from './HomePage.module.css'

const [DailyCallsChart] = lazyComponent(
  () => import('../../features/telephony/daily-calls/DailyCallsChart.tsx'),
  'DailyCallsChart',
)
const [DailyPaymentsChart] = lazyComponent(
  () => import('../../features/crm/daily-payments/DailyPaymentsChart.tsx'),
  'DailyPaymentsChart',
)

/** Presence has no live event. */
const PRESENCE_MS = 30_000

/** What now? What waits for somebody, who is here, and how it went. */
export const HomePage = () => {
  const { shell } = useTexts()
  const texts = useHomeTexts()
  const { colleagues } = useSuspenseQuery({ ...colleaguesQuery, refetchInterval: PRESENCE_MS }).data
  return (
    <Page title={shell.home} about={texts.about} wide>
      <SetupChecklist />
      <div className={styles.grid}>
        <div className={styles.column}>
          <MissedCalls managerName={useColleagueName()} />
          <WaitingChats />
          <ExpiringHolds />
          <UnresolvedOperations />
          <OpenDiscrepancies />
          <DueTasks />
        </div>
        <div className={styles.column}>
          <TeamList members={colleagues} />
          <Suspense fallback={<Skeleton h={190} />}>
            <DailyCallsChart />
          </Suspense>
          <Suspense fallback={<Skeleton h={190} />}>
            <DailyPaymentsChart />
          </Suspense>
          <div>
            <ShowSetupChecklist />
          </div>
        </div>
      </div>
    </Page>
  )
}
