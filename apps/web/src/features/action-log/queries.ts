import { type ActionRecord, listActionLog } from '@patchbay/contract/action-log'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type ActionFilter = {
  type?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

const PAGE = 100

/** Days of the address, as the moments at which they begin and end here. */
const queryOf = ({ type, actor, since, until }: ActionFilter, before: number | undefined) => ({
  ...(type !== undefined && { recordType: type as ActionRecord['recordType'] }),
  ...(actor !== undefined && { actor }),
  ...(since !== undefined && { since: new Date(`${since}T00:00:00`).toISOString() }),
  ...(until !== undefined && { until: new Date(Date.parse(`${until}T00:00:00`) + 86_400_000).toISOString() }),
  ...(before !== undefined && { before }),
})

export const actionLogQuery = (filter: ActionFilter) =>
  infiniteQueryOptions({
    queryKey: ['action-log', filter],
    queryFn: ({ pageParam }) => call(listActionLog, { query: queryOf(filter, pageParam) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ records }) => (records.length < PAGE ? undefined : records.at(-1)?.id),
  })

const MOST_EXPORTED = 50_000

/** Everything that fits the filter, page after page. */
export const readAll = async (filter: ActionFilter): Promise<ActionRecord[]> => {
  const all: ActionRecord[] = []
  for (;;) {
    const { records } = await call(listActionLog, { query: queryOf(filter, all.at(-1)?.id) })
    all.push(...records)
    if (records.length < PAGE || all.length >= MOST_EXPORTED) return all
  }
}
