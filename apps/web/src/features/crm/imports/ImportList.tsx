import { Group, Stack, Text } from '@mantine/core'
import type { Import } from '@patchbay/contract/crm/workspace/imports'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useImportTexts } from '../../../texts/imports.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'

const TONES: Record<Import['status'], Tone> = {
  uploaded: 'calm',
  reading: 'calm',
  checking: 'calm',
  checked: 'warn',
  running: 'calm',
  done: 'good',
  canceled: 'calm',
  undoing: 'calm',
  undone: 'calm',
  failed: 'bad',
}

export const ImportStatus = ({ one }: { one: Import }) => {
  const texts = useImportTexts()
  return one.paused ? (
    <Status tone="warn">{texts.paused}</Status>
  ) : (
    <Status tone={TONES[one.status]}>{texts.statuses[one.status]}</Status>
  )
}

/** Imports, newest first. */
export const ImportList = ({ imports, userName }: { imports: readonly Import[]; userName: (id: number) => string }) => {
  const texts = useImportTexts()
  const format = useFormat()
  const columns: Column<Import>[] = [
    {
      key: 'name',
      head: texts.name,
      cell: (one) => (
        <Stack gap={2} align="flex-start">
          <RowLink to="/imports/$id" params={{ id: String(one.id) }}>
            {one.fileName}
          </RowLink>
          <Text size="xs" c="dimmed">
            {joinFacts([texts.kinds[one.kind], one.rowCount > 0 && texts.rows(one.rowCount)])}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'created',
      head: texts.created,
      wideOnly: true,
      cell: (one) => <Text size="sm">{joinFacts([format.moment(one.createdAt), userName(one.createdBy)])}</Text>,
    },
    {
      key: 'status',
      head: texts.status,
      cell: (one) => (
        <Group gap="xs">
          <ImportStatus one={one} />
        </Group>
      ),
    },
  ]
  return <DataList label={texts.title} rows={imports} columns={columns} rowKey={({ id }) => id} />
}
