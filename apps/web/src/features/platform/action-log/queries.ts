import type { ActionRecord } from '@patchbay/contract/platform/workspace/action-log'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { momentOf, shiftDay } from '../../../lib/days.ts'
import { listActionLog } from '../../../lib/endpoints.generated.ts'
import type { ActionFilter } from './search.ts'

const PAGE = 100

/** Both days are included entirely. */
const queryOf = ({ type, actor, since, until }: ActionFilter, zone: string, before: number | undefined) => {
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
    queryFn: ({ pageParam }) => call(listActionLog, { query: queryOf(filter, zone, pageParam) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ records }) => (records.length < PAGE ? undefined : records.at(-1)?.id),
  })

const MAX_EXPORTED = 50_000

/** All records that match the filter, page by page. */
export const readAll = async (filter: ActionFilter, zone: string): Promise<ActionRecord[]> => {
  const all: ActionRecord[] = []
  for (;;) {
    const { records } = await call(listActionLog, { query: queryOf(filter, zone, all.at(-1)?.id) })
    all.push(...records)
    if (records.length < PAGE || all.length >= MAX_EXPORTED) return all
  }
}
