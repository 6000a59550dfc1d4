import type { InvalidateQueryFilters, Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Of queries that are read also in a hidden tab, for the number in its title or for the sound of a call. */
export const READ_WHILE_HIDDEN = { readWhileHidden: true }

const isFetching = ({ state }: Query): boolean => state.fetchStatus === 'fetching'

/**
 * Fetches again what a live event made stale. At most one fetch of a query is under way: it may have read the state before
 * the event, so that another follows it, one for all events meanwhile. A hidden tab fetches when it is shown, which
 * TanStack Query does with all that is stale.
 */
export const createRefetch = (queryClient: QueryClient, isHidden: () => boolean) => {
  const waiting = new Set<string>()
  const invalidate = (filters: InvalidateQueryFilters): void => {
    const mayFetch = ({ meta }: Query) => !isHidden() || meta?.readWhileHidden === true
    const { predicate = () => true } = filters
    void queryClient.invalidateQueries({ ...filters, predicate: (query) => predicate(query) && mayFetch(query) })
    const later = (query: Query) => predicate(query) && !mayFetch(query)
    void queryClient.invalidateQueries({ ...filters, predicate: later, refetchType: 'none' })
  }
  return (queryKey: QueryKey): void => {
    for (const { queryHash, queryKey: own, promise } of queryClient
      .getQueryCache()
      .findAll({ queryKey, predicate: isFetching })) {
      if (waiting.has(queryHash)) continue
      waiting.add(queryHash)
      const done = () => waiting.delete(queryHash)
      const again = () => done() && invalidate({ queryKey: own, exact: true })
      promise?.then(again, done)
    }
    invalidate({ queryKey, predicate: (query) => !isFetching(query) })
  }
}
