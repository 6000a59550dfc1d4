import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { CallBreakdowns } from '../../features/telephony/call-statistics/CallBreakdowns.tsx'
import { CallReport } from '../../features/telephony/call-statistics/CallReport.tsx'
import { callReportQuery } from '../../features/telephony/call-statistics/queries.ts'
import { ReportPage } from '../../ui/ReportPage.tsx'

export const CallReportPage = () => {
  const search = useSearch({ from: '/workspace/reports/calls' })
  const managerName = useColleagueName()
  const query = useQuery(callReportQuery(search))
  return (
    <ReportPage of="calls" search={search} query={query}>
      {query.data && (
        <>
          <CallReport statistics={query.data.statistics} search={search} />
          <CallBreakdowns statistics={query.data.statistics} managerName={managerName} />
        </>
      )}
    </ReportPage>
  )
}
