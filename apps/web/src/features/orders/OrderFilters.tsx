import { Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { Filters, PeriodFilter } from '../../ui/Filters.tsx'
import { withinMonth } from './period.ts'
import type { OrderSearch } from './queries.ts'

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
  const [number, setNumber] = useState(search.number ?? '')
  // Another filter means other pages.
  const set = (change: OrderSearch) => onChange({ ...search, page: undefined, ...change })
  const setLater = useDebouncedCallback((text: string) => set({ number: text.trim() || undefined }), TYPING_MS)
  const clear = () => {
    setNumber('')
    onChange({})
  }
  const find = (
    <TextInput
      aria-label={texts.search}
      placeholder={texts.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={number}
      onChange={(event) => {
        setNumber(event.currentTarget.value)
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
      <Select
        aria-label={texts.status}
        placeholder={texts.anyStatus}
        clearable
        data={statuses}
        value={search.status ?? null}
        onChange={(status) => set({ status: status ?? undefined })}
      />
      <Select
        aria-label={customers.shop}
        placeholder={customers.anyShop}
        clearable
        data={shops}
        value={search.site ?? null}
        onChange={(site) => set({ site: site ?? undefined })}
      />
      <Select
        aria-label={customers.manager}
        placeholder={customers.anyManager}
        clearable
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
