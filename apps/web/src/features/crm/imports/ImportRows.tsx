import { List, Stack, Text } from '@mantine/core'
import type { Import, ImportRow } from '@patchbay/contract/crm/workspace/imports'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useImportTexts } from '../../../texts/imports.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { moreOf } from '../../../ui/ListPage.tsx'
import { Section } from '../../../ui/Section.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { problemText } from './problem-text.ts'
import { importRowsQuery } from './queries.ts'

type Result = 'error' | 'failed' | 'kept'
const TITLES = { error: 'errorsTitle', failed: 'failedTitle', kept: 'keptTitle' } as const

/** Which rows the page lists, by what has happened. */
export const resultFor = ({ status, counts }: Import): Result | undefined => {
  if (status === 'checked') return counts.error > 0 ? 'error' : undefined
  if (counts.kept > 0) return 'kept'
  return counts.failed > 0 ? 'failed' : undefined
}

const Problems = ({ row }: { row: ImportRow }) => {
  const texts = useImportTexts()
  return (
    <List size="sm" listStyleType="none" spacing={2}>
      {row.problems.map((problem) => (
        <List.Item key={`${problem.code} ${problem.field ?? ''} ${problem.value ?? ''}`}>
          {problemText(texts, problem)}
        </List.Item>
      ))}
    </List>
  )
}

/** Rows that something is wrong with: where, what, and what to do. */
export const ImportRows = ({ one, result, download }: { one: Import; result: Result; download: ReactNode }) => {
  const texts = useImportTexts()
  const found = useInfiniteQuery(importRowsQuery(one.id, result))
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? []
  const columns: Column<ImportRow>[] = [
    {
      key: 'what',
      head: texts.what,
      cell: (row) => (
        <Stack gap={2}>
          <Text size="xs" c="dimmed">
            {texts.row} {row.row}
          </Text>
          <Problems row={row} />
        </Stack>
      ),
    },
    {
      key: 'values',
      head: texts.values,
      wideOnly: true,
      cell: (row) => (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {joinFacts(row.cells)}
        </Text>
      ),
    },
  ]
  return (
    <Section title={texts[TITLES[result]]} actions={download} plain>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <DataList
          label={texts[TITLES[result]]}
          rows={rows}
          columns={columns}
          rowKey={({ row }) => row}
          {...moreOf(found)}
        />
      )}
    </Section>
  )
}
