import { Text } from '@mantine/core'
import { joinFacts } from '../../../lib/bidi.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'
import { Status } from '../../../ui/Status.tsx'
import type { Shop } from './queries.ts'

const useColumns = (onOpen: (shop: Shop) => void): Column<Shop>[] => {
  const { shops: texts, webhooks } = useSetUpTexts()
  return [
    {
      key: 'name',
      head: texts.name,
      cell: (shop) => (
        <>
          <RowButton onClick={() => onOpen(shop)}>{shop.name}</RowButton>
          <Text size="xs" c="dimmed">
            {joinFacts([shop.url, shop.defaultForCrm && texts.first])}
          </Text>
        </>
      ),
    },
    { key: 'code', head: texts.code, wideOnly: true, cell: ({ code }) => code },
    { key: 'country', head: texts.country, wideOnly: true, cell: ({ countryIso }) => countryIso },
    { key: 'currency', head: texts.currency, wideOnly: true, cell: ({ currency }) => currency },
    {
      key: 'state',
      head: webhooks.state,
      cell: ({ active }) => <Status tone={active ? 'good' : 'calm'}>{active ? texts.active : texts.inactive}</Status>,
    },
  ]
}

export const ShopList = ({ shops, label, onOpen }: { shops: Shop[]; label: string; onOpen: (shop: Shop) => void }) => (
  <DataList label={label} rows={shops} columns={useColumns(onOpen)} rowKey={({ code }) => code} />
)
