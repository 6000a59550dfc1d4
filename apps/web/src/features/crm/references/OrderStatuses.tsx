import { Button } from '@mantine/core'
import type { OrderStatus } from '@patchbay/contract/crm/references'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'
import { OrderStatusForm } from './OrderStatusForm.tsx'

export const OrderStatuses = ({ statuses }: { statuses: OrderStatus[] }) => {
  const { shops, statuses: texts, webhooks } = useSetUpTexts()
  const [opened, setOpened] = useState<OrderStatus | 'new'>()
  const stateOf = ({ active, open }: OrderStatus) =>
    active ? (
      <Status tone={open ? 'info' : 'calm'}>{open ? texts.open : texts.closed}</Status>
    ) : (
      <Status tone="calm">{texts.inactive}</Status>
    )
  const columns: Column<OrderStatus>[] = [
    {
      key: 'name',
      head: shops.name,
      cell: (status) => <RowButton onClick={() => setOpened(status)}>{status.name}</RowButton>,
    },
    { key: 'group', head: texts.group, wideOnly: true, width: 180, cell: ({ group }) => texts.groups[group] },
    { key: 'code', head: shops.code, wideOnly: true, width: 180, cell: ({ code }) => code },
    { key: 'state', head: webhooks.state, width: 130, cell: stateOf },
  ]
  const create = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
      {texts.newOrderStatus}
    </Button>
  )
  return (
    <Section title={texts.orderStatuses} about={texts.orderStatusesWhat} actions={create} plain>
      <DataList label={texts.orderStatuses} rows={statuses} columns={columns} rowKey={({ code }) => code} />
      {opened !== undefined && (
        <OrderStatusForm
          status={opened === 'new' ? undefined : opened}
          statuses={statuses}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  )
}
