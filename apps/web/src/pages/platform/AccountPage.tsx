import { RetentionSection } from '../../features/integration-modules/retention/RetentionSection.tsx'
import { AccountForm } from '../../features/platform/accounts/AccountForm.tsx'
import { SingleSignOnSection } from '../../features/platform/single-sign-on/SingleSignOnSection.tsx'
import { useSecurityTexts } from '../../texts/security.ts'
import { Page } from '../../ui/Page.tsx'

export const AccountPage = () => {
  const { account: texts } = useSecurityTexts()
  return (
    <Page title={texts.title} about={texts.about}>
      <AccountForm />
      <SingleSignOnSection />
      <RetentionSection />
    </Page>
  )
}
