import { useNavigate } from '@tanstack/react-router'
import { ChoosePasswordForm } from '../../features/platform/sessions/ChoosePasswordForm.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { SignedOutPage } from '../../ui/SignedOutPage.tsx'

/** The token is in the URL's fragment, which browsers do not send. */
export const ChoosePasswordPage = () => {
  const navigate = useNavigate()
  const { signIn } = useTexts()
  return (
    <SignedOutPage title={signIn.chooseTitle}>
      <ChoosePasswordForm token={window.location.hash.slice(1)} onSignedIn={() => void navigate({ to: '/' })} />
    </SignedOutPage>
  )
}
