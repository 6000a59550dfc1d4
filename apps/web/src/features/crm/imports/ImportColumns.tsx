import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import {
  ENCODINGS,
  IMPORT_FIELDS,
  type ImportField,
  MATCH_FIELDS,
  ON_MATCH,
  REPEATED_FIELDS,
  SEPARATORS,
} from '@patchbay/contract/crm/import-constants'
import type { Import, ImportOptions } from '@patchbay/contract/crm/workspace/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useImportTexts } from '../../../texts/imports.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { type Format, previewQuery, useCheckImport } from './queries.ts'

type Field = ImportField | null
type Choice = { value: string; label: string }
type ColumnOf = { place: number; heading: string; samples: string[] }

const SAMPLES = 3

/** A field that only one column may hold is taken from the others. */
const withField = (mapping: readonly Field[], place: number, field: Field): Field[] =>
  mapping.map((one, at) => {
    if (at === place) return field
    return field !== null && one === field && !REPEATED_FIELDS.includes(field) ? null : one
  })

type FormatProps = { format: Required<Format>; onChange: (format: Format) => void }

const FormatFields = ({ format, onChange }: FormatProps) => {
  const texts = useImportTexts()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={texts.encoding}
        allowDeselect={false}
        data={ENCODINGS.map((value) => ({ value, label: texts.encodings[value] }))}
        value={format.encoding}
        onChange={(value) => onChange({ ...format, encoding: ENCODINGS.find((one) => one === value) ?? 'utf-8' })}
      />
      <Select
        label={texts.separator}
        allowDeselect={false}
        data={SEPARATORS.map((value) => ({ value, label: texts.separators[value] }))}
        value={format.separator}
        onChange={(value) => onChange({ ...format, separator: SEPARATORS.find((one) => one === value) ?? ',' })}
      />
    </SimpleGrid>
  )
}

type MappingProps = {
  kind: Import['kind']
  columns: ColumnOf[]
  mapping: readonly Field[]
  onChange: (mapping: Field[]) => void
}

const Mapping = ({ kind, columns, mapping, onChange }: MappingProps) => {
  const texts = useImportTexts()
  const fields: readonly ImportField[] = IMPORT_FIELDS[kind]
  const choices = fields.map((value) => ({ value, label: texts.fields[value] }))
  const listed: Column<ColumnOf>[] = [
    {
      key: 'column',
      head: texts.column,
      cell: ({ heading, samples }) => (
        <Stack gap={2}>
          <Text size="sm" fw={500}>
            {heading}
          </Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm" lineClamp={1}>
            {samples.find(Boolean)}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'sample',
      head: texts.sample,
      wideOnly: true,
      cell: ({ samples }) => (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {joinFacts(samples)}
        </Text>
      ),
    },
    {
      key: 'field',
      head: texts.field,
      cell: ({ place, heading }) => (
        <Select
          aria-label={texts.fieldOf(heading)}
          placeholder={texts.notImported}
          clearable
          searchable
          data={choices}
          value={mapping[place] ?? null}
          onChange={(value) => onChange(withField(mapping, place, (value as Field) ?? null))}
        />
      ),
    },
  ]
  return <DataList label={texts.columns} rows={columns} columns={listed} rowKey={({ place }) => place} />
}

type MatchProps = {
  kind: Import['kind']
  options: Pick<ImportOptions, 'matchBy' | 'onMatch' | 'shop'>
  shops: Choice[]
  onChange: (options: Pick<ImportOptions, 'matchBy' | 'onMatch' | 'shop'>) => void
}

const MatchFields = ({ kind, options, shops, onChange }: MatchProps) => {
  const texts = useImportTexts()
  const { shop: _, ...rest } = options
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <Select
        label={texts.matchBy}
        allowDeselect={false}
        data={MATCH_FIELDS[kind].map((value) => ({ value, label: texts.fields[value] }))}
        value={options.matchBy}
        onChange={(value) =>
          onChange({ ...options, matchBy: MATCH_FIELDS[kind].find((one) => one === value) ?? options.matchBy })
        }
      />
      <Select
        label={texts.onMatch}
        allowDeselect={false}
        data={ON_MATCH.map((value) => ({ value, label: texts.onMatches[value] }))}
        value={options.onMatch}
        onChange={(value) => onChange({ ...options, onMatch: ON_MATCH.find((one) => one === value) ?? 'skip' })}
      />
      <Select
        label={texts.shop}
        placeholder={texts.firstShop}
        clearable
        data={shops}
        value={options.shop ?? null}
        onChange={(shop) => onChange({ ...rest, ...(shop !== null && { shop }) })}
      />
    </SimpleGrid>
  )
}

/** How the file is read, what its columns hold, and what happens to records that exist. */
export const ImportColumns = ({ one, shops }: { one: Import; shops: Choice[] }) => {
  const texts = useImportTexts()
  const [format, setFormat] = useState<Format>({})
  const [chosen, setChosen] = useState<{ headings: string; mapping: Field[] }>()
  const [match, setMatch] = useState({
    ...{ matchBy: one.matchBy, onMatch: one.onMatch },
    ...(one.shop !== undefined && { shop: one.shop }),
  })
  const preview = useQuery({ ...previewQuery(one.id, format), placeholderData: keepPreviousData })
  const check = useCheckImport(one.id)
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <PageSkeleton />
  const { encoding, separator, headings, rows, mapping: guessed } = preview.data
  const key = JSON.stringify(headings)
  // Another encoding or separator makes other columns.
  const mapping = chosen?.headings === key ? chosen.mapping : guessed
  const columns = headings.map((heading, place) => ({
    ...{ place, heading: heading || String(place + 1) },
    samples: rows.slice(0, SAMPLES).map((cells) => cells[place] ?? ''),
  }))
  return (
    <>
      <Section title={texts.format}>
        <FormatFields format={{ encoding, separator }} onChange={setFormat} />
      </Section>
      <Section title={texts.columns} about={texts.columnsWhat} plain>
        <Mapping
          kind={one.kind}
          columns={columns}
          mapping={mapping}
          onChange={(next) => setChosen({ headings: key, mapping: next })}
        />
      </Section>
      <Section title={texts.existing}>
        <MatchFields kind={one.kind} options={match} shops={shops} onChange={setMatch} />
      </Section>
      {check.error && <Problem error={check.error} />}
      <Group mt="md">
        <Button loading={check.isPending} onClick={() => check.mutate({ encoding, separator, mapping, ...match })}>
          {texts.check}
        </Button>
      </Group>
    </>
  )
}
