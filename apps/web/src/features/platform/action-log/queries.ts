import type { ActionRecord } from '@patchbay/contract/platform/workspace/action-log'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { momentOf, shiftDay } from '../../../lib/days.ts'
import { listActionLog } from '../../../lib/endpoints.generated.ts'
import type { ActionFilter } from './search.ts'

const PAGE = 100

/** Both days are included entirely. */
export const actionQuery = ({ type, actor, since, until }: ActionFilter, zone: string, before?: number) => {
  const [from, to] = [momentOf(since, zone), momentOf(until && shiftDay(until, 1), zone)]
  return {
    ...(type !== undefined && { recordType: type as ActionRecord['recordType'] }),
    ...(actor !== undefined && { actor }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
    ...(before !== undefined && { before }),
  }
}

export const actionLogQuery = (filter: ActionFilter, zone: string) =>
  infiniteQueryOptions({
    queryKey: ['action-log', filter],
    queryFn: ({ pageParam }) => call(listActionLog, { query: actionQuery(filter, zone, pageParam) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ records }) => (records.length < PAGE ? undefined : records.at(-1)?.id),
  })
