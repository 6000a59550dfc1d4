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

/** A page with one list: its filters, and what stands in place of rows while there are none. */
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

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** What a list needs to offer its next page. */
export const moreOf = ({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) => ({
  onMore: hasNextPage ? () => void fetchNextPage() : undefined,
  loadingMore: isFetchingNextPage,
})
