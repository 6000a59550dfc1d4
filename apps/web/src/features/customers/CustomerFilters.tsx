import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { ClearFilters } from '../../ui/ClearFilters.tsx'
import type { CustomerSearch } from './queries.ts'

type Choice = { value: string; label: string }
type FiltersProps = {
  search: CustomerSearch
  shops: Choice[]
  managers: Choice[]
  onChange: (search: CustomerSearch) => void
}

const TYPING_MS = 300

export const CustomerFilters = ({ search, shops, managers, onChange }: FiltersProps) => {
  const { customers: texts } = useTexts()
  const [find, setFind] = useState(search.find ?? '')
  const set = (change: CustomerSearch) => onChange({ ...search, page: undefined, ...change })
  const setLater = useDebouncedCallback((text: string) => set({ find: text.trim() || undefined }), TYPING_MS)
  const clear = () => {
    setFind('')
    onChange({})
  }
  return (
    <Group mb="md" gap="sm">
      <TextInput
        aria-label={texts.search}
        title={texts.searchWhat}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        w={{ base: '100%', xs: 260 }}
        value={find}
        onChange={(event) => {
          setFind(event.currentTarget.value)
          setLater(event.currentTarget.value)
        }}
      />
      <Select
        aria-label={texts.shop}
        placeholder={texts.anyShop}
        clearable
        w={{ base: '47%', xs: 180 }}
        data={shops}
        value={search.site ?? null}
        onChange={(site) => set({ site: site ?? undefined })}
      />
      <Select
        aria-label={texts.manager}
        placeholder={texts.manager}
        clearable
        searchable
        w={{ base: '47%', xs: 180 }}
        data={managers}
        value={search.manager === undefined ? null : String(search.manager)}
        onChange={(manager) => set({ manager: manager ? Number(manager) : undefined })}
      />
      <ClearFilters isSet={(search.find ?? search.site ?? search.manager) !== undefined} onClear={clear} />
    </Group>
  )
}
