import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ImportList } from '../../features/crm/imports/ImportList.tsx'
import { importsQuery } from '../../features/crm/imports/queries.ts'
import { ExportList } from '../../features/platform/exports/ExportList.tsx'
import { exportsQuery } from '../../features/platform/exports/queries.ts'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { useHasRole } from '../../lib/me.ts'
import { useExportTexts } from '../../texts/exports.ts'
import { useImportTexts } from '../../texts/imports.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../../ui/states.tsx'

const Imports = () => {
  const texts = useImportTexts()
  const userName = useColleagueName()
  const { data, error, refetch } = useQuery(importsQuery)
  const create = (
    <ButtonLink to="/imports/add" leftSection={<IconPlus size={16} aria-hidden />}>
      {texts.new}
    </ButtonLink>
  )
  return (
    <Section title={texts.title} actions={create} plain>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data?.imports.length === 0 && (
        <EmptyState icon={IconFileImport} title={texts.emptyTitle} what={texts.emptyWhat} />
      )}
      {data && data.imports.length > 0 && <ImportList imports={data.imports} userName={userName} />}
    </Section>
  )
}

const Exports = () => {
  const texts = useExportTexts()
  const { data, error, refetch } = useQuery(exportsQuery)
  return (
    <Section title={texts.title} about={texts.about} plain>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data?.exports.length === 0 && <EmptyState title={texts.emptyTitle} what={texts.emptyWhat} />}
      {data && data.exports.length > 0 && <ExportList exports={data.exports} />}
    </Section>
  )
}

export const ImportsPage = () => {
  const texts = useImportTexts()
  const mayImport = useHasRole('team-lead')
  return (
    <Page title={texts.page} about={texts.pageAbout} wide>
      {mayImport && <Imports />}
      <Exports />
    </Page>
  )
}
