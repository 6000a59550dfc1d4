import { Text } from '@mantine/core'
import type { Customer } from '@patchbay/contract/crm/customers'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'

export const nameOf = ({ firstName, lastName }: Customer): string => `${firstName} ${lastName}`.trim()

type CustomerListProps = {
  customers: Customer[]
  shopName: (code: string) => string
  managerName: (id: number) => string
}

const useColumns = ({ shopName, managerName }: Omit<CustomerListProps, 'customers'>): Column<Customer>[] => {
  const { customers: texts } = useTexts()
  const format = useFormat()
  return [
    {
      key: 'name',
      head: texts.name,
      cell: (customer) => (
        <>
          <RowLink to="/customers/$id" params={{ id: String(customer.id) }}>
            {nameOf(customer) || texts.nameless}
          </RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {customer.phones[0]?.number ?? customer.email}
          </Text>
        </>
      ),
    },
    { key: 'phone', head: texts.phone, wideOnly: true, cell: ({ phones }) => phones[0]?.number ?? '—' },
    { key: 'email', head: texts.email, wideOnly: true, cell: ({ email }) => email ?? '—' },
    { key: 'shop', head: texts.shop, wideOnly: true, cell: ({ site }) => (site ? shopName(site) : '—') },
    {
      key: 'manager',
      head: texts.manager,
      cell: ({ managerId }) => (managerId === undefined ? '—' : managerName(managerId)),
    },
    {
      key: 'since',
      head: texts.since,
      wideOnly: true,
      numeric: true,
      cell: ({ createdAt }) => format.local(createdAt, true),
    },
  ]
}

export const CustomerList = ({ customers, ...names }: CustomerListProps) => {
  const { customers: texts } = useTexts()
  return <DataList label={texts.title} rows={customers} columns={useColumns(names)} rowKey={({ id }) => id} />
}
