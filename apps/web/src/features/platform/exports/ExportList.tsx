import { ActionIcon, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { Export } from '@patchbay/contract/platform/workspace/exports'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { downloadFrom } from '../../../lib/download.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useExportTexts } from '../../../texts/exports.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { exportFileUrl, useDeleteExport } from './queries.ts'

const TONES: Record<Export['status'], Tone> = { ready: 'good', done: 'good', running: 'calm', failed: 'bad' }

const State = ({ one }: { one: Export }) => {
  const texts = useExportTexts()
  const format = useFormat()
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Status tone={TONES[one.status]}>{texts.statuses[one.status]}</Status>
        <Text size="xs" c="dimmed">
          {texts.rows(one.rows)}
          {one.fileBytes !== undefined && ` · ${format.bytes(one.fileBytes)}`}
        </Text>
      </Group>
      {one.status === 'running' && <Progress value={100} animated size="xs" aria-label={texts.statuses.running} />}
      {one.status === 'failed' && (
        <Text size="xs" c="dimmed">
          {texts.failedWhat}
        </Text>
      )}
    </Stack>
  )
}

const Actions = ({ one }: { one: Export }) => {
  const texts = useTexts()
  const exportTexts = useExportTexts()
  const remove = useDeleteExport()
  const name = exportTexts.lists[one.list]
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {(one.status === 'ready' || one.status === 'done') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={exportTexts.downloadOf(name)}
          onClick={() => downloadFrom(exportFileUrl(one.id))}
        >
          {exportTexts.download}
        </Button>
      )}
      <ManagersOnly>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={exportTexts.deleteOf(name)}
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(one.id, {
              onSuccess: () => notifySuccess(exportTexts.deleted),
              onError: (error) => notifyError(errorText(texts, error)),
            })
          }
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </ManagersOnly>
    </Group>
  )
}

/** My exports, newest first. */
export const ExportList = ({ exports }: { exports: readonly Export[] }) => {
  const texts = useExportTexts()
  const format = useFormat()
  const columns: Column<Export>[] = [
    {
      key: 'list',
      head: texts.list,
      cell: (one) => (
        <Stack gap={2}>
          <Text size="sm" fw={500}>
            {texts.lists[one.list]}
          </Text>
          <Text size="xs" c="dimmed">
            {format.moment(one.createdAt)}
          </Text>
        </Stack>
      ),
    },
    { key: 'status', head: texts.status, cell: (one) => <State one={one} /> },
    {
      key: 'expires',
      head: texts.expires,
      wideOnly: true,
      cell: (one) => <Text size="sm">{format.moment(one.expiresAt)}</Text>,
    },
    { key: 'actions', head: '', actions: true, cell: (one) => <Actions one={one} /> },
  ]
  return <DataList label={texts.title} rows={exports} columns={columns} rowKey={({ id }) => id} />
}
