import { RECORD_TYPES } from '@patchbay/contract/base/constants'
import { useTexts } from '../../../texts/catalogue.ts'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters, PeriodFilter } from '../../../ui/Filters.tsx'
import type { ActionFilter } from './search.ts'

type FiltersProps = { filter: ActionFilter; actors: string[]; onChange: (filter: ActionFilter) => void }

export const ActionFilters = ({ filter, actors, onChange }: FiltersProps) => {
  const { actionLog: texts } = useTexts()
  const set = (change: ActionFilter) => onChange({ ...filter, ...change })
  const known = [...new Set([...actors, ...(filter.actor ? [filter.actor] : [])])].sort()
  return (
    <Filters isSet={Object.values(filter).some(Boolean)} onClear={() => onChange({})}>
      <FilterSelect
        aria-label={texts.type}
        placeholder={texts.everyType}
        data={RECORD_TYPES.map((type) => ({ value: type, label: texts.types[type] ?? type }))}
        value={filter.type ?? null}
        onChange={(type) => set({ type: type ?? undefined })}
      />
      <FilterSelect
        aria-label={texts.actor}
        placeholder={texts.anybody}
        searchable
        data={known}
        value={filter.actor ?? null}
        onChange={(actor) => set({ actor: actor ?? undefined })}
      />
      <PeriodFilter
        from={filter.since}
        to={filter.until}
        onFrom={(since) => set({ since })}
        onTo={(until) => set({ until })}
      />
    </Filters>
  )
}
