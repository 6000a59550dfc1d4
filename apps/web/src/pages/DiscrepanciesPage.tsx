import { SegmentedControl } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DiscrepancyList } from '../features/invoices/DiscrepancyList.tsx'
import { discrepanciesQuery } from '../features/invoices/queries.ts'
import { useTexts } from '../texts/catalogue.ts'
import { Page } from '../ui/Page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'

export const DiscrepanciesPage = () => {
  const { discrepancies: texts } = useTexts()
  const { settled = false } = useSearch({ from: '/workspace/discrepancies' })
  const navigate = useNavigate({ from: '/discrepancies' })
  const found = useInfiniteQuery({ ...discrepanciesQuery(settled), placeholderData: keepPreviousData })
  const all = found.data?.pages.flatMap((page) => page.discrepancies) ?? []
  return (
    <Page title={texts.title} about={texts.about} wide>
      <SegmentedControl
        mb="md"
        aria-label={texts.title}
        value={settled ? 'settled' : 'open'}
        onChange={(value) => void navigate({ search: { settled: value === 'settled' || undefined }, replace: true })}
        data={[
          { value: 'open', label: texts.open },
          { value: 'settled', label: texts.settled },
        ]}
      />
      {found.isPending && <PageSkeleton />}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && all.length === 0 && (
        <EmptyState icon={IconScale} title={texts.emptyTitle} what={texts.emptyWhat} />
      )}
      {all.length > 0 && (
        <DiscrepancyList
          discrepancies={all}
          onMore={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
          loadingMore={found.isFetchingNextPage}
        />
      )}
    </Page>
  )
}
