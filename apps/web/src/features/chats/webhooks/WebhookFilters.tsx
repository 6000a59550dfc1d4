import { WEBHOOK_STATES } from '@patchbay/contract/base/constants'
import type { Webhook } from '@patchbay/contract/chats/workspace/webhooks'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { Filters, PeriodFilter } from '../../../ui/Filters.tsx'
import type { WebhookFilter } from './search.ts'

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
    <Filters isSet={Object.values(filter).some((value) => value !== undefined)} onClear={() => onChange({})}>
      <FilterSelect
        aria-label={texts.state}
        placeholder={texts.anyState}
        data={WEBHOOK_STATES.map((state) => ({ value: state, label: texts[state] }))}
        value={filter.state ?? null}
        onChange={(state) => set({ state: (state as Webhook['state']) ?? undefined })}
      />
      <FilterSelect
        aria-label={texts.chat}
        placeholder={texts.everyChat}
        searchable
        data={[...names].map(([id, name]) => ({ value: String(id), label: name }))}
        value={filter.chat === undefined ? null : String(filter.chat)}
        onChange={(chat) => set({ chat: chat === null ? undefined : Number(chat) })}
      />
      <PeriodFilter
        withTime
        from={filter.since}
        to={filter.until}
        onFrom={(since) => set({ since })}
        onTo={(until) => set({ until })}
      />
    </Filters>
  )
}
