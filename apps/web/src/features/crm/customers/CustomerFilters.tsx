import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters } from '../../../ui/Filters.tsx'
import type { CustomerSearch } from './search.ts'

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
  const field = (
    <TextInput
      aria-label={texts.search}
      title={texts.searchWhat}
      placeholder={texts.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={find}
      onChange={(event) => {
        setFind(event.currentTarget.value)
        setLater(event.currentTarget.value)
      }}
    />
  )
  return (
    <Filters find={field} isSet={(search.find ?? search.site ?? search.manager) !== undefined} onClear={clear}>
      <FilterSelect
        aria-label={texts.shop}
        placeholder={texts.anyShop}
        data={shops}
        value={search.site ?? null}
        onChange={(site) => set({ site: site ?? undefined })}
      />
      <FilterSelect
        aria-label={texts.manager}
        placeholder={texts.anyManager}
        searchable
        data={managers}
        value={search.manager === undefined ? null : String(search.manager)}
        onChange={(manager) => set({ manager: manager ? Number(manager) : undefined })}
      />
    </Filters>
  )
}
