import { useNavigate } from '@tanstack/react-router'
import { ChoosePasswordForm } from '../features/users/ChoosePasswordForm.tsx'
import { useTexts } from '../texts/catalogue.ts'
import { DoorPage } from '../ui/DoorPage.tsx'

/** The token stands behind the # of the address, which browsers keep to themselves. */
export const ChoosePasswordPage = () => {
  const navigate = useNavigate()
  const { signIn } = useTexts()
  return (
    <DoorPage title={signIn.chooseTitle}>
      <ChoosePasswordForm token={window.location.hash.slice(1)} onEntered={() => void navigate({ to: '/' })} />
    </DoorPage>
  )
}
