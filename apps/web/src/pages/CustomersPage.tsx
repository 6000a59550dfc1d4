import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CustomerFilters } from '../features/customers/CustomerFilters.tsx'
import { CustomerList } from '../features/customers/CustomerList.tsx'
import { type CustomerSearch, customersQuery } from '../features/customers/queries.ts'
import { useNames, useReferences } from '../features/references/queries.ts'
import { colleaguesQuery, useColleagueName } from '../features/users/queries.ts'
import { useTexts } from '../texts/catalogue.ts'
import { Page } from '../ui/Page.tsx'
import { Pages } from '../ui/Pages.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'

export const CustomersPage = () => {
  const texts = useTexts()
  const search = useSearch({ from: '/workspace/customers' })
  const navigate = useNavigate({ from: '/customers' })
  const { shops } = useReferences()
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const names = useNames()
  const managerName = useColleagueName()
  const found = useQuery({ ...customersQuery(search), placeholderData: keepPreviousData })
  const go = (next: CustomerSearch) => void navigate({ search: next, replace: true })
  const filtered = Object.values(search).some((value) => value !== undefined)
  return (
    <Page
      title={texts.customers.title}
      about={found.data && texts.customers.total(found.data.pagination.totalCount)}
      wide
    >
      <CustomerFilters
        search={search}
        shops={shops.map(({ code, name }) => ({ value: code, label: name }))}
        managers={colleagues.map(({ id }) => ({ value: String(id), label: managerName(id) }))}
        onChange={go}
      />
      {found.isPending && <PageSkeleton />}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.customers.length === 0 && (
        <EmptyState
          icon={IconUsers}
          title={filtered ? texts.states.nothingFits : texts.customers.emptyTitle}
          what={filtered ? texts.customers.searchWhat : texts.customers.emptyWhat}
        />
      )}
      {found.data && found.data.customers.length > 0 && (
        <>
          <CustomerList customers={found.data.customers} shopName={names.shop} managerName={managerName} />
          <Pages pagination={found.data.pagination} onGo={(page) => go({ ...search, page })} />
        </>
      )}
    </Page>
  )
}
