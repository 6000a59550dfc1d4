import { Button } from '@mantine/core'
import type { Export } from '@patchbay/contract/platform/workspace/exports'
import { IconDownload } from '@tabler/icons-react'
import { downloadFrom } from '../../../lib/download.ts'
import { errorText } from '../../../lib/error-text.ts'
import { currentLanguage, useTexts } from '../../../texts/catalogue.ts'
import { useExportTexts } from '../../../texts/exports.ts'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { type ExportListName, exportFileUrl, type NewExport, useCreateExport } from './queries.ts'

type Column = NewExport['columns'][number]

type ExportButtonProps = {
  list: ExportListName
  /** The filter: the query that the list itself takes. */
  query: NewExport['query']
  /** The words for codes, by column. */
  labels?: Readonly<Record<string, Record<string, string>>>
  /** Columns beside those of the list. */
  more?: readonly Column[]
  label?: string
  compact?: boolean
}

/** Spreadsheets in Spanish and Russian expect a semicolon. */
const separatorFor = (language: string): NewExport['separator'] => (language === 'en' ? ',' : ';')

/** Exports a list as it is filtered: a small one downloads at once, a worker prepares a big one. */
export const ExportButton = ({ list, query, labels = {}, more = [], label, compact = false }: ExportButtonProps) => {
  const texts = useTexts()
  const exportTexts = useExportTexts()
  const create = useCreateExport()
  const own = Object.entries(exportTexts.columns[list]).map(
    ([code, heading]): Column => ({ code, heading, ...(labels[code] && { labels: labels[code] }) }),
  )
  const finish = ({ id, status }: Export) =>
    status === 'ready' ? downloadFrom(exportFileUrl(id)) : notifySuccess(exportTexts.started)
  const press = () =>
    create.mutate(
      { list, query, columns: [...own, ...more], separator: separatorFor(currentLanguage()) },
      {
        onSuccess: (reply) => finish(reply.export),
        onError: (error) => notifyError(errorText(texts, error)),
      },
    )
  return (
    <ManagersOnly>
      <Button
        variant="default"
        {...(compact && { size: 'compact-sm' })}
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={create.isPending}
        onClick={press}
      >
        {label ?? exportTexts.export}
      </Button>
    </ManagersOnly>
  )
}
