import { SegmentedControl, Switch } from '@mantine/core'
import { useCallPageTexts } from '../../../texts/call-pages.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type Choice, ManagerFilter, ShopFilter } from '../../../ui/ChoiceFilters.tsx'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters, PeriodFilter } from '../../../ui/Filters.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { isNumber } from './queries.ts'
import { type CallSearch, RESULTS } from './search.ts'

type FiltersProps = { search: CallSearch; shops: Choice[]; managers: Choice[]; onChange: (search: CallSearch) => void }

const FLAG = { style: { flex: 'none', alignSelf: 'center' } } as const

/** Digits find calls by their number, anything else by what was said. */
const found = (text: string | undefined): Pick<CallSearch, 'phone' | 'said'> =>
  text === undefined || isNumber(text) ? { phone: text, said: undefined } : { phone: undefined, said: text }

export const CallFilters = ({ search, shops, managers, onChange }: FiltersProps) => {
  const { calls } = useTexts()
  const texts = useCallPageTexts()
  const set = (change: CallSearch) => onChange({ ...search, ...change })
  const find = (
    <SearchField
      label={texts.search}
      title={texts.searchWhat}
      value={search.phone ?? search.said}
      onChange={(text) => set(found(text))}
    />
  )
  return (
    <Filters
      find={find}
      isSet={Object.values(search).some((value) => value !== undefined)}
      onClear={() => onChange({})}
    >
      <SegmentedControl
        aria-label={calls.manager}
        value={search.of ?? 'all'}
        onChange={(of) => set({ of: of === 'me' ? 'me' : undefined, manager: undefined })}
        data={[
          { value: 'all', label: calls.everyone },
          { value: 'me', label: calls.mine },
        ]}
      />
      <ManagerFilter
        managers={managers}
        value={search.manager}
        onChange={(manager) => set({ manager, of: undefined })}
      />
      <FilterSelect
        aria-label={texts.direction}
        placeholder={texts.anyDirection}
        data={[
          { value: 'in', label: texts.incoming },
          { value: 'out', label: texts.outgoing },
        ]}
        value={search.direction ?? null}
        onChange={(direction) => set({ direction: direction === 'in' || direction === 'out' ? direction : undefined })}
      />
      <FilterSelect
        aria-label={calls.result}
        placeholder={texts.anyResult}
        data={RESULTS.map((value) => ({ value, label: calls.results[value] }))}
        value={search.result ?? null}
        onChange={(chosen) => set({ result: RESULTS.find((one) => one === chosen) })}
      />
      <ShopFilter shops={shops} value={search.site} onChange={(site) => set({ site })} />
      <PeriodFilter from={search.from} to={search.to} onFrom={(from) => set({ from })} onTo={(to) => set({ to })} />
      <Switch
        label={calls.onlyMissed}
        checked={search.missed ?? false}
        onChange={(event) => set({ missed: event.currentTarget.checked || undefined })}
        {...FLAG}
      />
      <Switch
        label={texts.onlyRecorded}
        checked={search.recording ?? false}
        onChange={(event) => set({ recording: event.currentTarget.checked || undefined })}
        {...FLAG}
      />
    </Filters>
  )
}
