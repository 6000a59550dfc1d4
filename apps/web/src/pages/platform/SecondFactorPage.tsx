import { Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { SetUpSecondFactor } from '../../features/platform/second-factor/SetUpSecondFactor.tsx'
import { useSecurityTexts } from '../../texts/security.ts'
import { SignedOutPage } from '../../ui/SignedOutPage.tsx'

/** All that a user sees of whom an administrator requires a second factor, until it is set up. */
export const SecondFactorPage = () => {
  const navigate = useNavigate()
  const { secondFactor: texts } = useSecurityTexts()
  return (
    <SignedOutPage title={texts.dueTitle}>
      <Stack>
        <Text size="sm">{texts.dueWhat}</Text>
        <SetUpSecondFactor onDone={() => void navigate({ to: '/' })} />
      </Stack>
    </SignedOutPage>
  )
}
