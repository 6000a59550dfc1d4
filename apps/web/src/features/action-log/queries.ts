import { type ActionRecord, listActionLog } from '@patchbay/contract/platform/workspace/action-log'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { momentOf, shiftDay } from '../../lib/days.ts'

export type ActionFilter = {
  type?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

const PAGE = 100

/** The days that are named are meant whole, the last one too. */
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

const MOST_EXPORTED = 50_000

/** Everything that fits the filter, page after page. */
export const readAll = async (filter: ActionFilter, zone: string): Promise<ActionRecord[]> => {
  const all: ActionRecord[] = []
  for (;;) {
    const { records } = await call(listActionLog, { query: queryOf(filter, zone, all.at(-1)?.id) })
    all.push(...records)
    if (records.length < PAGE || all.length >= MOST_EXPORTED) return all
  }
}
