import { Button, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Import, ImportCounts } from '@patchbay/contract/crm/workspace/imports'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useImportTexts } from '../../../texts/imports.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifyError } from '../../../ui/notifications.ts'
import { useCommandImport } from './queries.ts'

const WORKING: readonly Import['status'][] = ['reading', 'checking', 'running', 'undoing']
export const isWorking = ({ status }: Import): boolean => WORKING.includes(status)

/** The rows that the step has to do. */
const totalOf = ({ status, rowCount, counts }: Import): number =>
  status === 'undoing' || status === 'undone' ? counts.created + counts.updated : rowCount

const Commands = ({ one }: { one: Import }) => {
  const texts = useTexts()
  const importTexts = useImportTexts()
  const [isAsking, setAsking] = useState(false)
  const command = useCommandImport(one.id)
  const onError = (error: unknown) => notifyError(errorText(texts, error))
  const pause = one.paused ? 'resume' : 'pause'
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={one.paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
        onClick={() => command.mutate(pause, { onError })}
      >
        {importTexts[pause]}
      </Button>
      {one.status !== 'undoing' && (
        <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
          {importTexts.cancel}
        </Button>
      )}
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={importTexts.cancelAsk}
        action={importTexts.cancel}
        dismiss={importTexts.keep}
        dangerous
        pending={command.isPending}
        error={command.error}
        onConfirm={() => command.mutate('cancel', { onSuccess: () => setAsking(false) })}
      >
        {importTexts.cancelWhat}
      </Confirm>
    </Group>
  )
}

/** The progress of the current step, updated by live events. */
export const ImportProgress = ({ one }: { one: Import }) => {
  const texts = useImportTexts()
  const format = useFormat()
  const total = totalOf(one)
  const isKnown = one.status !== 'reading'
  const percent = isKnown ? (total === 0 ? 0 : (one.rowsDone / total) * 100) : 100
  const done = isKnown ? texts.progress(format.number(one.rowsDone), texts.rows(total)) : texts.rows(one.rowsDone)
  return (
    <Paper withBorder p="md" mb="xl">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={500}>{one.paused ? texts.paused : texts.statuses[one.status]}</Text>
          <Text size="sm" c="dimmed" role="status">
            {done}
          </Text>
        </Group>
        <Progress value={percent} animated={!one.paused} size="lg" aria-label={texts.statuses[one.status]} />
        <Commands one={one} />
      </Stack>
    </Paper>
  )
}

const CHECKED = ['create', 'update', 'skip', 'error'] as const
const IMPORTED = ['created', 'updated', 'skipped', 'failed'] as const
const UNDONE = ['undone', 'kept'] as const

const countsFor = (status: Import['status']): readonly (keyof ImportCounts)[] => {
  if (status === 'checking' || status === 'checked') return CHECKED
  if (status === 'undoing' || status === 'undone') return [...IMPORTED, ...UNDONE]
  return IMPORTED
}

/** How many rows had which result. */
export const ImportSummary = ({ one }: { one: Import }) => {
  const texts = useImportTexts()
  const format = useFormat()
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" mb="xl" component="dl">
      {countsFor(one.status).map((name) => {
        const isBad = (name === 'error' || name === 'failed' || name === 'kept') && one.counts[name] > 0
        return (
          <Paper key={name} withBorder p="sm">
            <Text size="sm" c="dimmed" component="dt">
              {texts.counts[name]}
            </Text>
            <Text size="xl" fw={600} component="dd" m={0} {...(isBad && { c: 'var(--app-bad)' })}>
              {format.number(one.counts[name])}
            </Text>
          </Paper>
        )
      })}
    </SimpleGrid>
  )
}
