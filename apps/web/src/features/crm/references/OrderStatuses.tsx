import type { OrderStatus } from '@patchbay/contract/crm/references'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'

/** Read-only: order statuses are built in. */
export const OrderStatuses = ({ statuses }: { statuses: OrderStatus[] }) => {
  const { shops, statuses: texts, webhooks } = useSetUpTexts()
  const columns: Column<OrderStatus>[] = [
    { key: 'name', head: shops.name, cell: ({ name }) => name },
    { key: 'code', head: shops.code, wideOnly: true, width: 180, cell: ({ code }) => code },
    {
      key: 'open',
      head: webhooks.state,
      width: 130,
      cell: ({ open }) => <Status tone={open ? 'info' : 'calm'}>{open ? texts.open : texts.closed}</Status>,
    },
  ]
  return (
    <Section title={texts.orderStatuses} about={texts.orderStatusesWhat} plain>
      <DataList label={texts.orderStatuses} rows={statuses} columns={columns} rowKey={({ code }) => code} />
    </Section>
  )
}
