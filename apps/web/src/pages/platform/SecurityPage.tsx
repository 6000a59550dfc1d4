import { useNavigate } from '@tanstack/react-router'
import { SecondFactorSection } from '../../features/platform/second-factor/SecondFactorSection.tsx'
import { SessionList } from '../../features/platform/sessions/SessionList.tsx'
import { useSecurityTexts } from '../../texts/security.ts'
import { Page } from '../../ui/Page.tsx'

export const SecurityPage = () => {
  const texts = useSecurityTexts()
  const navigate = useNavigate()
  return (
    <Page title={texts.title} about={texts.about}>
      <SecondFactorSection />
      <SessionList onSignedOut={() => void navigate({ to: '/sign-in' })} />
    </Page>
  )
}
