import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getChatStatistics } from '../../../lib/endpoints.generated.ts'
import type { ChatReportSearch } from './search.ts'

/** Figures follow the messages by a second or so: the open page asks again. */
const REFRESH_MS = 5_000

export const chatReportQuery = ({ from, to, user, channel }: ChatReportSearch) => {
  const query = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(user !== undefined && { userId: user }),
    ...(channel !== undefined && { channelId: channel }),
  }
  return queryOptions({
    queryKey: ['chat-statistics', query],
    queryFn: () => call(getChatStatistics, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
}
