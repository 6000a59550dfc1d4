import { useTexts } from '../../../texts/catalogue.ts'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters } from '../../../ui/Filters.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import type { CustomerSearch } from './search.ts'

type Choice = { value: string; label: string }
type FiltersProps = {
  search: CustomerSearch
  shops: Choice[]
  managers: Choice[]
  onChange: (search: CustomerSearch) => void
}

export const CustomerFilters = ({ search, shops, managers, onChange }: FiltersProps) => {
  const { customers: texts } = useTexts()
  const set = (change: CustomerSearch) => onChange({ ...search, page: undefined, ...change })
  const field = (
    <SearchField label={texts.search} title={texts.searchWhat} value={search.find} onChange={(find) => set({ find })} />
  )
  return (
    <Filters
      find={field}
      isSet={(search.find ?? search.site ?? search.manager) !== undefined}
      onClear={() => onChange({})}
    >
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
