import { Group, Select, TextInput } from '@mantine/core'
import { WEBHOOK_STATES, type Webhook } from '@patchbay/contract/webhooks'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { ClearFilters } from '../../ui/ClearFilters.tsx'
import type { WebhookFilter } from './queries.ts'

type FiltersProps = {
  filter: WebhookFilter
  /** The chats of the events that are shown. */
  chats: { id: number; name: string }[]
  onChange: (filter: WebhookFilter) => void
}

export const WebhookFilters = ({ filter, chats, onChange }: FiltersProps) => {
  const { webhooks: texts } = useSetUpTexts()
  const set = (change: WebhookFilter) => onChange({ ...filter, ...change })
  const names = new Map([
    ...(filter.chat === undefined ? [] : [[filter.chat, `#${filter.chat}`] as const]),
    ...chats.map(({ id, name }) => [id, name || `#${id}`] as const),
  ])
  return (
    <Group align="flex-end" mb="md" gap="sm">
      <Select
        label={texts.state}
        placeholder={texts.anyState}
        clearable
        w={{ base: 'calc(50% - 6px)', xs: 170 }}
        data={WEBHOOK_STATES.map((state) => ({ value: state, label: texts[state] }))}
        value={filter.state ?? null}
        onChange={(state) => set({ state: (state as Webhook['state']) ?? undefined })}
      />
      <Select
        label={texts.chat}
        placeholder={texts.everyChat}
        clearable
        searchable
        w={{ base: 'calc(50% - 6px)', xs: 200 }}
        data={[...names].map(([id, name]) => ({ value: String(id), label: name }))}
        value={filter.chat === undefined ? null : String(filter.chat)}
        onChange={(chat) => set({ chat: chat === null ? undefined : Number(chat) })}
      />
      <TextInput
        label={texts.since}
        type="datetime-local"
        w={{ base: '100%', xs: 200 }}
        value={filter.since ?? ''}
        onChange={(event) => set({ since: event.currentTarget.value || undefined })}
      />
      <TextInput
        label={texts.until}
        type="datetime-local"
        w={{ base: '100%', xs: 200 }}
        value={filter.until ?? ''}
        onChange={(event) => set({ until: event.currentTarget.value || undefined })}
      />
      <ClearFilters isSet={Object.values(filter).some((value) => value !== undefined)} onClear={() => onChange({})} />
    </Group>
  )
}
