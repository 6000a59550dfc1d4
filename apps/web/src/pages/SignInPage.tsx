import { useNavigate } from '@tanstack/react-router'
import { SignInForm } from '../features/users/SignInForm.tsx'
import { DoorPage } from '../ui/DoorPage.tsx'

export const SignInPage = () => {
  const navigate = useNavigate()
  return (
    <DoorPage title="Sign in">
      <SignInForm onEntered={() => void navigate({ to: '/' })} />
    </DoorPage>
  )
}
