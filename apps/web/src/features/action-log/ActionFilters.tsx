import { Group, Select, TextInput } from '@mantine/core'
import { RECORD_TYPES } from '@patchbay/contract/action-log'
import { useTexts } from '../../texts/catalogue.ts'
import { ClearFilters } from '../../ui/ClearFilters.tsx'
import type { ActionFilter } from './queries.ts'

type FiltersProps = { filter: ActionFilter; actors: string[]; onChange: (filter: ActionFilter) => void }

export const ActionFilters = ({ filter, actors, onChange }: FiltersProps) => {
  const { actionLog: texts, common } = useTexts()
  const set = (change: ActionFilter) => onChange({ ...filter, ...change })
  const known = [...new Set([...actors, ...(filter.actor ? [filter.actor] : [])])].sort()
  return (
    <Group align="flex-end" mb="md" gap="sm">
      <Select
        label={texts.type}
        placeholder={common.all}
        clearable
        w={{ base: '100%', xs: 180 }}
        data={RECORD_TYPES.map((type) => ({ value: type, label: texts.types[type] ?? type }))}
        value={filter.type ?? null}
        onChange={(type) => set({ type: type ?? undefined })}
      />
      <Select
        label={texts.actor}
        placeholder={texts.anybody}
        clearable
        searchable
        w={{ base: '100%', xs: 220 }}
        data={known}
        value={filter.actor ?? null}
        onChange={(actor) => set({ actor: actor ?? undefined })}
      />
      <TextInput
        label={texts.since}
        type="date"
        value={filter.since ?? ''}
        onChange={(event) => set({ since: event.currentTarget.value || undefined })}
      />
      <TextInput
        label={texts.until}
        type="date"
        value={filter.until ?? ''}
        onChange={(event) => set({ until: event.currentTarget.value || undefined })}
      />
      <ClearFilters isSet={Object.values(filter).some(Boolean)} onClear={() => onChange({})} />
    </Group>
  )
}
