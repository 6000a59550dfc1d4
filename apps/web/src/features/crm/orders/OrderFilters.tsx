import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters, PeriodFilter } from '../../../ui/Filters.tsx'
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

const TYPING_MS = 300

export const OrderFilters = ({ search, statuses, shops, managers, onChange }: FiltersProps) => {
  const { orders: texts, customers } = useTexts()
  const [text, setText] = useState(search.find ?? '')
  // A changed filter starts at the first page.
  const set = (change: OrderSearch) => onChange({ ...search, page: undefined, ...change })
  const setLater = useDebouncedCallback((typed: string) => set({ find: typed.trim() || undefined }), TYPING_MS)
  const clear = () => {
    setText('')
    onChange({})
  }
  const find = (
    <TextInput
      aria-label={texts.search}
      placeholder={texts.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setLater(event.currentTarget.value)
      }}
    />
  )
  return (
    <Filters
      find={find}
      isSet={Object.entries(search).some(([name, value]) => name !== 'page' && value !== undefined)}
      onClear={clear}
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
