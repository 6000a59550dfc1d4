import { IconPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CustomerFilters } from '../../features/crm/customers/CustomerFilters.tsx'
import { CustomerList } from '../../features/crm/customers/CustomerList.tsx'
import { customerFilter, customersQuery } from '../../features/crm/customers/queries.ts'
import type { CustomerSearch } from '../../features/crm/customers/search.ts'
import { useNames, useReferences } from '../../features/crm/references/queries.ts'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { ListPage } from '../../ui/ListPage.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'
import { Pages } from '../../ui/Pages.tsx'

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
  const { customers: rows = [], pagination, more = false } = found.data ?? {}
  const filters = (
    <CustomerFilters
      search={search}
      shops={shops.map(({ code, name }) => ({ value: code, label: name }))}
      managers={colleagues.map(({ id }) => ({ value: String(id), label: managerName(id) }))}
      onChange={go}
    />
  )
  const { title, total, emptyTitle, emptyWhat, searchWhat, moreFound, add } = texts.customers
  return (
    <ListPage
      title={title}
      about={more ? moreFound : found.data && total(pagination?.totalCount ?? rows.length)}
      actions={
        <>
          {/* A search shows the best matches: those are exported. */}
          <ExportButton
            list="customers"
            query={{ filter: search.find === undefined ? customerFilter(search) : { ids: rows.map(({ id }) => id) } }}
          />
          <ManagersOnly>
            <ButtonLink to="/customers/add" leftSection={<IconPlus size={16} aria-hidden />}>
              {add}
            </ButtonLink>
          </ManagersOnly>
        </>
      }
      query={found}
      rows={rows}
      filters={filters}
      filtered={Object.values(search).some((value) => value !== undefined)}
      empty={{ icon: IconUsers, title: emptyTitle, what: emptyWhat, whatIfFiltered: searchWhat }}
    >
      <CustomerList customers={rows} shopName={names.shop} managerName={managerName} />
      {pagination && <Pages pagination={pagination} onGo={(page) => go({ ...search, page })} />}
    </ListPage>
  )
}
