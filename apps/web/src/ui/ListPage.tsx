import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { useTexts } from '../texts/catalogue.ts'
import { Page } from './Page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from './states.tsx'

type ListPageProps = Omit<ComponentProps<typeof Page>, 'wide'> & {
  query: { isPending: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown }
  rows: readonly unknown[]
  /** Above the list, whatever state it is in. */
  filters?: ReactNode
  /** Whether a filter is set: an empty list then says so. */
  filtered?: boolean
  empty: { icon: ComponentType<{ size: number }>; title: string; what: string; whatIfFiltered?: string }
  /** Beside the list: panels and dialogs. */
  panels?: ReactNode
}

/** A page with one list: its filters, the rows, or the loading, error and empty states. */
export const ListPage = ({ query, rows, filters, filtered, empty, panels, children, ...page }: ListPageProps) => {
  const { states } = useTexts()
  const { icon, title, what, whatIfFiltered = states.nothingFitsWhat } = empty
  return (
    <Page {...page} wide>
      {filters}
      {query.isPending && <PageSkeleton />}
      {query.error != null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon={icon} title={filtered ? states.nothingFits : title} what={filtered ? whatIfFiltered : what} />
      )}
      {rows.length > 0 && children}
      {panels}
    </Page>
  )
}

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isRefetching: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => unknown
}

/** Props of a list with a next page. Loading it cancels a refetch under way, so refetch afterwards. */
export const moreOf = ({ hasNextPage, isFetchingNextPage, isRefetching, fetchNextPage, refetch }: Pages) => ({
  onMore: hasNextPage ? () => void fetchNextPage().then(() => isRefetching && refetch()) : undefined,
  loadingMore: isFetchingNextPage,
})
