import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ChatBreakdowns, ChatReport } from '../../features/chats/chat-statistics/ChatReport.tsx'
import { chatReportQuery } from '../../features/chats/chat-statistics/queries.ts'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { ReportPage } from '../../ui/ReportPage.tsx'

export const ChatReportPage = () => {
  const search = useSearch({ from: '/workspace/reports/chats' })
  const managerName = useColleagueName()
  const query = useQuery(chatReportQuery(search))
  const { user, channel } = search
  return (
    <ReportPage of="chats" search={search} query={query}>
      {query.data && (
        <>
          <ChatReport statistics={query.data.statistics} part={{ user, channel }} />
          <ChatBreakdowns statistics={query.data.statistics} managerName={managerName} />
        </>
      )}
    </ReportPage>
  )
}
