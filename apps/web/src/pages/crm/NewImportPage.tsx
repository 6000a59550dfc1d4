import { useNavigate, useSearch } from '@tanstack/react-router'
import { UploadForm } from '../../features/crm/imports/UploadForm.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { useImportTexts } from '../../texts/imports.ts'
import { ButtonLink, UpLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'

export const NewImportPage = () => {
  const { common } = useTexts()
  const texts = useImportTexts()
  const navigate = useNavigate()
  const { kind = 'customers' } = useSearch({ from: '/workspace/imports/add' })
  return (
    <Page title={texts.new} about={texts.newAbout} up={<UpLink to="/imports">{texts.page}</UpLink>}>
      <UploadForm
        kind={kind}
        cancel={
          <ButtonLink variant="default" to="/imports">
            {common.cancel}
          </ButtonLink>
        }
        onUploaded={(id) => void navigate({ to: '/imports/$id', params: { id: String(id) } })}
      />
    </Page>
  )
}
