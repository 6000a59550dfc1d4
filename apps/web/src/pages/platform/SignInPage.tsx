import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ForgotPasswordForm } from '../../features/platform/sessions/ForgotPasswordForm.tsx'
import { SignInForm } from '../../features/platform/sessions/SignInForm.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { SignedOutPage } from '../../ui/SignedOutPage.tsx'

export const SignInPage = () => {
  const navigate = useNavigate()
  const { signIn } = useTexts()
  /** The email typed so far, of somebody who forgot the password. */
  const [forgotten, setForgotten] = useState<string>()
  return (
    <SignedOutPage title={forgotten === undefined ? signIn.title : signIn.forgotTitle}>
      {forgotten === undefined ? (
        <SignInForm onSignedIn={() => void navigate({ to: '/' })} onForgot={setForgotten} />
      ) : (
        <ForgotPasswordForm email={forgotten} onBack={() => setForgotten(undefined)} />
      )}
    </SignedOutPage>
  )
}
