import { ProfileForm } from '../../features/platform/profile/ProfileForm.tsx'
import { useSecurityTexts } from '../../texts/security.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'

export const ProfilePage = () => {
  const { profile: texts } = useSecurityTexts()
  const toSecurity = (
    <ButtonLink to="/security" variant="default">
      {texts.security}
    </ButtonLink>
  )
  return (
    <Page title={texts.title} about={texts.about} actions={toSecurity}>
      <ProfileForm />
    </Page>
  )
}
