import { Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useFinishSingleSignOn } from '../../features/platform/sessions/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { SignedOutPage } from '../../ui/SignedOutPage.tsx'

/** Where the identity provider sends the browser back to. */
export const SingleSignOnPage = () => {
  const navigate = useNavigate()
  const { signIn: texts } = useTexts()
  const { mutate: finish, error } = useFinishSingleSignOn()
  // The answer of the provider works once.
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    finish(window.location.search.slice(1), { onSuccess: () => void navigate({ to: '/', replace: true }) })
  }, [finish, navigate])
  return (
    <SignedOutPage title={error ? texts.singleSignOnFailed : texts.title}>
      {error ? (
        <Stack>
          <Problem error={error} />
          <Link to="/sign-in">{texts.back}</Link>
        </Stack>
      ) : (
        <Text role="status">{texts.singleSignOnWait}</Text>
      )}
    </SignedOutPage>
  )
}
