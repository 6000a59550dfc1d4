import { Tabs, TextInput } from '@mantine/core'
import { useTypedText } from '../../../lib/typed-text.ts'
import { usePaymentTexts } from '../../../texts/payments.ts'
import { type Choice, ManagerFilter, ShopFilter } from '../../../ui/ChoiceFilters.tsx'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters, PeriodFilter } from '../../../ui/Filters.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import styles from './PaymentFilters.module.css'
import { LISTS, type PaymentSearch } from './search.ts'

type FiltersProps = {
  search: PaymentSearch
  shops: Choice[]
  modules: Choice[]
  managers: Choice[]
  onChange: (search: PaymentSearch) => void
}

const TYPING_MS = 400

type AmountProps = { label: string; value: string | undefined; onChange: (value: string | undefined) => void }

const AmountField = ({ label, value, onChange }: AmountProps) => {
  const [typed, type] = useTypedText(value, onChange, TYPING_MS)
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      className={styles.amount ?? ''}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** What invoices wait for: each tab is a queue to work through. */
export const PaymentTabs = ({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) => {
  const texts = usePaymentTexts()
  return (
    <Tabs
      mb="md"
      value={search.list ?? 'awaiting'}
      onChange={(list) => onChange({ ...search, list: LISTS.find((one) => one === list) })}
    >
      <Tabs.List aria-label={texts.list} className={styles.tabs ?? ''}>
        {LISTS.map((list) => (
          <Tabs.Tab key={list} value={list} className={styles.tab ?? ''}>
            {texts.lists[list]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

export const PaymentFilters = ({ search, shops, modules, managers, onChange }: FiltersProps) => {
  const texts = usePaymentTexts()
  const set = (change: PaymentSearch) => onChange({ ...search, ...change })
  const { list, invoice: _open, ...filters } = search
  return (
    <Filters
      find={<SearchField label={texts.search} value={search.find} onChange={(find) => set({ find })} />}
      isSet={Object.values(filters).some((value) => value !== undefined)}
      onClear={() => onChange({ list })}
    >
      <ShopFilter shops={shops} value={search.site} onChange={(site) => set({ site })} />
      <FilterSelect
        aria-label={texts.module}
        placeholder={texts.anyModule}
        data={modules}
        value={search.module ?? null}
        onChange={(module) => set({ module: module ?? undefined })}
      />
      <ManagerFilter managers={managers} value={search.manager} onChange={(manager) => set({ manager })} />
      <AmountField label={texts.least} value={search.least} onChange={(least) => set({ least })} />
      <AmountField label={texts.most} value={search.most} onChange={(most) => set({ most })} />
      <PeriodFilter from={search.from} to={search.to} onFrom={(from) => set({ from })} onTo={(to) => set({ to })} />
    </Filters>
  )
}
