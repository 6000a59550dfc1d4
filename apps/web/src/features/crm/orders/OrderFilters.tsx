import { useTexts } from '../../../texts/catalogue.ts'
import { type Choice, ManagerFilter, ShopFilter } from '../../../ui/ChoiceFilters.tsx'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters, PeriodFilter } from '../../../ui/Filters.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { withinMonth } from './period.ts'
import type { OrderSearch } from './search.ts'

const PAYMENTS = ['unpaid', 'partly', 'paid'] as const
/** These are no filters. */
const ORDER = ['page', 'sort', 'direction']

type FiltersProps = {
  search: OrderSearch
  statuses: Choice[]
  shops: Choice[]
  managers: Choice[]
  onChange: (search: OrderSearch) => void
}

export const OrderFilters = ({ search, statuses, shops, managers, onChange }: FiltersProps) => {
  const { orders: texts } = useTexts()
  // A changed filter starts at the first page.
  const set = (change: OrderSearch) => onChange({ ...search, page: undefined, ...change })
  const find = <SearchField label={texts.search} value={search.find} onChange={(text) => set({ find: text })} />
  return (
    <Filters
      find={find}
      isSet={Object.entries(search).some(([name, value]) => !ORDER.includes(name) && value !== undefined)}
      onClear={() => onChange({})}
    >
      <FilterSelect
        aria-label={texts.status}
        placeholder={texts.anyStatus}
        data={statuses}
        value={search.status ?? null}
        onChange={(status) => set({ status: status ?? undefined })}
      />
      <ShopFilter shops={shops} value={search.site} onChange={(site) => set({ site })} />
      <ManagerFilter managers={managers} value={search.manager} onChange={(manager) => set({ manager })} />
      <FilterSelect
        aria-label={texts.paymentState}
        placeholder={texts.anyPaymentState}
        data={[
          { value: 'unpaid', label: texts.unpaid },
          { value: 'partly', label: texts.partly },
          { value: 'paid', label: texts.paidAll },
        ]}
        value={search.payment ?? null}
        onChange={(chosen) => set({ payment: PAYMENTS.find((one) => one === chosen) })}
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
