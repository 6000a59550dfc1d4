import { useTexts } from '../../../texts/catalogue.ts'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters, PeriodFilter } from '../../../ui/Filters.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { withinMonth } from './period.ts'
import type { OrderSearch } from './search.ts'

type Choice = { value: string; label: string }
type FiltersProps = {
  search: OrderSearch
  statuses: Choice[]
  shops: Choice[]
  managers: Choice[]
  onChange: (search: OrderSearch) => void
}

export const OrderFilters = ({ search, statuses, shops, managers, onChange }: FiltersProps) => {
  const { orders: texts, customers } = useTexts()
  // A changed filter starts at the first page.
  const set = (change: OrderSearch) => onChange({ ...search, page: undefined, ...change })
  const find = <SearchField label={texts.search} value={search.find} onChange={(text) => set({ find: text })} />
  return (
    <Filters
      find={find}
      isSet={Object.entries(search).some(([name, value]) => name !== 'page' && value !== undefined)}
      onClear={() => onChange({})}
    >
      <FilterSelect
        aria-label={texts.status}
        placeholder={texts.anyStatus}
        data={statuses}
        value={search.status ?? null}
        onChange={(status) => set({ status: status ?? undefined })}
      />
      <FilterSelect
        aria-label={customers.shop}
        placeholder={customers.anyShop}
        data={shops}
        value={search.site ?? null}
        onChange={(site) => set({ site: site ?? undefined })}
      />
      <FilterSelect
        aria-label={customers.manager}
        placeholder={customers.anyManager}
        searchable
        data={managers}
        value={search.manager === undefined ? null : String(search.manager)}
        onChange={(manager) => set({ manager: manager ? Number(manager) : undefined })}
      />
      <PeriodFilter
        from={search.from}
        to={search.to}
        onFrom={(from) => set(withinMonth({ from, to: search.to }, 'from'))}
        onTo={(to) => set(withinMonth({ from: search.from, to }, 'to'))}
      />
    </Filters>
  )
}
