import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { ClearFilters } from '../../ui/ClearFilters.tsx'
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
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <TextInput
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        w={{ base: '100%', xs: 150 }}
        value={number}
        onChange={(event) => {
          setNumber(event.currentTarget.value)
          setLater(event.currentTarget.value)
        }}
      />
      <Select
        aria-label={texts.status}
        placeholder={texts.anyStatus}
        clearable
        w={{ base: '47%', xs: 130 }}
        data={statuses}
        value={search.status ?? null}
        onChange={(status) => set({ status: status ?? undefined })}
      />
      <Select
        aria-label={customers.shop}
        placeholder={customers.anyShop}
        clearable
        w={{ base: '47%', xs: 160 }}
        data={shops}
        value={search.site ?? null}
        onChange={(site) => set({ site: site ?? undefined })}
      />
      <Select
        aria-label={customers.manager}
        placeholder={customers.manager}
        clearable
        searchable
        w={{ base: '100%', xs: 150 }}
        data={managers}
        value={search.manager === undefined ? null : String(search.manager)}
        onChange={(manager) => set({ manager: manager ? Number(manager) : undefined })}
      />
      <TextInput
        aria-label={texts.from}
        type="date"
        w={{ base: '47%', xs: 140 }}
        value={search.from ?? ''}
        onChange={(event) => set({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        aria-label={texts.to}
        type="date"
        w={{ base: '47%', xs: 140 }}
        value={search.to ?? ''}
        onChange={(event) => set({ to: event.currentTarget.value || undefined })}
      />
      <ClearFilters
        isSet={Object.entries(search).some(([name, value]) => name !== 'page' && value !== undefined)}
        onClear={clear}
      />
    </Group>
  )
}
