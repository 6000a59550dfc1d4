import { Alert, Text } from '@mantine/core'
import type { Import } from '@patchbay/contract/crm/workspace/imports'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { StartImport, UndoImport } from '../../features/crm/imports/ImportActions.tsx'
import { ImportColumns } from '../../features/crm/imports/ImportColumns.tsx'
import { ImportStatus } from '../../features/crm/imports/ImportList.tsx'
import { ImportProgress, ImportSummary, isWorking } from '../../features/crm/imports/ImportProgress.tsx'
import { ImportRows, resultFor } from '../../features/crm/imports/ImportRows.tsx'
import { reasonLabels } from '../../features/crm/imports/problem-text.ts'
import { importQuery } from '../../features/crm/imports/queries.ts'
import { useReferences } from '../../features/crm/references/queries.ts'
import { ExportButton } from '../../features/platform/exports/ExportButton.tsx'
import { joinFacts } from '../../lib/bidi.ts'
import { useImportTexts } from '../../texts/imports.ts'
import { UpLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'

const BadRows = ({ one }: { one: Import }) => {
  const texts = useImportTexts()
  const result = resultFor(one)
  if (isWorking(one)) return null
  if (!result) return one.status === 'checked' ? <Text c="dimmed">{texts.noErrors}</Text> : null
  const own = one.headings.map((heading, place) => ({ code: `cell-${place}`, heading: heading || String(place + 1) }))
  return (
    <ImportRows
      one={one}
      result={result}
      download={
        <ExportButton
          list="import-rows"
          query={{ importId: one.id, result }}
          labels={{ reason: reasonLabels(texts) }}
          more={own.slice(0, 48)}
          label={texts.download}
        />
      }
    />
  )
}

/** One import, from its columns to its result. */
export const ImportPage = () => {
  const texts = useImportTexts()
  const id = Number(useParams({ from: '/workspace/imports/$id' }).id)
  const { import: one } = useSuspenseQuery(importQuery(id)).data
  const { shops } = useReferences()
  const [isChanging, setChanging] = useState(false)
  const isNew = one.status === 'uploaded' || one.status === 'failed'
  const showsColumns = isNew || (isChanging && one.status === 'checked')
  return (
    <Page
      title={one.fileName}
      up={<UpLink to="/imports">{texts.page}</UpLink>}
      about={joinFacts([texts.kinds[one.kind], one.rowCount > 0 && texts.rows(one.rowCount)])}
      beside={<ImportStatus one={one} />}
      actions={
        <>
          {one.status === 'checked' && !showsColumns && <StartImport one={one} onChange={() => setChanging(true)} />}
          <UndoImport one={one} />
        </>
      }
      wide
    >
      {one.problem && (
        <Alert variant="default" role="alert" mb="md">
          {texts.problems[one.problem]}
        </Alert>
      )}
      {isWorking(one) && <ImportProgress one={one} />}
      {showsColumns ? (
        <ImportColumns
          key={one.status}
          one={one}
          shops={shops.map(({ code, name }) => ({ value: code, label: name }))}
        />
      ) : (
        one.status !== 'reading' && <ImportSummary one={one} />
      )}
      {!showsColumns && <BadRows one={one} />}
    </Page>
  )
}
