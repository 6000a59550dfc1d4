import { SegmentedControl } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DiscrepancyList } from '../../features/payments/discrepancies/DiscrepancyList.tsx'
import { discrepanciesQuery } from '../../features/payments/discrepancies/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ListPage, moreOf } from '../../ui/ListPage.tsx'

export const DiscrepanciesPage = () => {
  const { discrepancies: texts } = useTexts()
  const { settled = false } = useSearch({ from: '/workspace/discrepancies' })
  const navigate = useNavigate({ from: '/discrepancies' })
  const found = useInfiniteQuery({ ...discrepanciesQuery(settled), placeholderData: keepPreviousData })
  const all = found.data?.pages.flatMap((page) => page.discrepancies) ?? []
  const filters = (
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
  )
  return (
    <ListPage
      title={texts.title}
      about={texts.about}
      query={found}
      rows={all}
      filters={filters}
      empty={{ icon: IconScale, title: texts.emptyTitle, what: texts.emptyWhat }}
    >
      <DiscrepancyList discrepancies={all} {...moreOf(found)} />
    </ListPage>
  )
}
