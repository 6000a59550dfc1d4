import { Button, Text } from '@mantine/core'
import type { Import } from '@patchbay/contract/crm/workspace/imports'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useImportTexts } from '../../../texts/imports.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { useCommandImport } from './queries.ts'

/** Starts an import that is checked. */
export const StartImport = ({ one, onChange }: { one: Import; onChange: () => void }) => {
  const texts = useTexts()
  const importTexts = useImportTexts()
  const command = useCommandImport(one.id)
  const rows = one.counts.create + one.counts.update
  return (
    <>
      <Button variant="default" onClick={onChange}>
        {importTexts.checkAgain}
      </Button>
      <Button
        disabled={rows === 0}
        loading={command.isPending}
        onClick={() =>
          command.mutate('start', {
            onSuccess: () => notifySuccess(importTexts.started),
            onError: (error) => notifyError(errorText(texts, error)),
          })
        }
      >
        {importTexts.start(importTexts.rows(rows))}
      </Button>
    </>
  )
}

export const UndoImport = ({ one }: { one: Import }) => {
  const texts = useImportTexts()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const command = useCommandImport(one.id)
  const isEnded = one.status === 'done' || one.status === 'canceled'
  if (!isEnded || one.undoUntil === undefined || one.counts.created + one.counts.updated === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.undo}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={texts.undoAsk}
        action={texts.undo}
        dangerous
        pending={command.isPending}
        error={command.error}
        onConfirm={() => command.mutate('undo', { onSuccess: () => setAsking(false) })}
      >
        <Text size="sm">{texts.undoWhat}</Text>
        <Text size="sm" c="dimmed">
          {texts.undoUntil(format.date(one.undoUntil))}
        </Text>
      </Confirm>
    </>
  )
}
