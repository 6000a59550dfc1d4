import { useNavigate } from '@tanstack/react-router'
import { SignInForm } from '../../features/platform/sessions/SignInForm.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { SignedOutPage } from '../../ui/SignedOutPage.tsx'

export const SignInPage = () => {
  const navigate = useNavigate()
  const { signIn } = useTexts()
  return (
    <SignedOutPage title={signIn.title}>
      <SignInForm onSignedIn={() => void navigate({ to: '/' })} />
    </SignedOutPage>
  )
}
