import { useNavigate } from '@tanstack/react-router'
import { SignInForm } from '../features/users/SignInForm.tsx'
import { useTexts } from '../texts/catalogue.ts'
import { DoorPage } from '../ui/DoorPage.tsx'

export const SignInPage = () => {
  const navigate = useNavigate()
  const { signIn } = useTexts()
  return (
    <DoorPage title={signIn.title}>
      <SignInForm onEntered={() => void navigate({ to: '/' })} />
    </DoorPage>
  )
}
