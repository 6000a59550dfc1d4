import { Badge, Group, Text } from '@mantine/core'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowButton } from '../../../ui/RowLink.tsx'
import { Status } from '../../../ui/Status.tsx'
import type { Common } from './ReferenceForm.tsx'

type ReferenceRow = Common & { code: string }

const useColumns = <Row extends ReferenceRow>(
  describe: (row: Row) => string,
  onOpen: (row: Row) => void,
): Column<Row>[] => {
  const { shops, statuses: texts, webhooks } = useSetUpTexts()
  return [
    {
      key: 'name',
      head: shops.name,
      cell: (row) => (
        <>
          <Group gap="xs">
            <RowButton onClick={() => onOpen(row)}>{row.name}</RowButton>
            {row.defaultForCrm && (
              <Badge variant="default" size="sm" fw={500} tt="none">
                {texts.isDefault}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {describe(row)}
          </Text>
        </>
      ),
    },
    { key: 'code', head: shops.code, wideOnly: true, width: 180, cell: ({ code }) => code },
    {
      key: 'state',
      head: webhooks.state,
      width: 130,
      cell: ({ active }) => <Status tone={active ? 'good' : 'calm'}>{active ? shops.active : texts.inactive}</Status>,
    },
  ]
}

type ListProps<Row> = {
  label: string
  rows: Row[]
  /** A one-line summary of each row. */
  describe: (row: Row) => string
  onOpen: (row: Row) => void
}

export const ReferenceList = <Row extends ReferenceRow>({ label, rows, describe, onOpen }: ListProps<Row>) => (
  <DataList label={label} rows={rows} columns={useColumns(describe, onOpen)} rowKey={({ code }) => code} />
)
