import { Anchor, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { signInOptionsQuery, useSignIn, useStartSingleSignOn } from './queries.ts'
import { isAskingForCode, SecondFactorInput } from './SecondFactorInput.tsx'

type SignInFormProps = { onSignedIn: () => void; onForgot: (email: string) => void }

/** Email and password; then the second factor of those who have one. */
const PasswordForm = ({ onSignedIn, onForgot }: SignInFormProps) => {
  const { signIn: texts } = useTexts()
  const form = useForm({ initialValues: { email: '', password: '', code: '' } })
  const signIn = useSignIn()
  const [withCode, setWithCode] = useState(false)
  const submit = form.onSubmit(({ email, password, code }) =>
    signIn.mutate(
      { email, password, ...(withCode && { code }) },
      { onSuccess: onSignedIn, onError: (error) => setWithCode(isAskingForCode(error)) },
    ),
  )
  const problem = signIn.error && !(isAskingForCode(signIn.error) && signIn.variables.code === undefined)
  return (
    <form onSubmit={submit}>
      <Stack>
        {problem && <Problem error={signIn.error} />}
        {withCode ? (
          <SecondFactorInput {...form.getInputProps('code')} />
        ) : (
          <>
            <TextInput
              label={texts.email}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={texts.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
          </>
        )}
        <Button type="submit" loading={signIn.isPending}>
          {withCode ? texts.verify : texts.submit}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => (withCode ? setWithCode(false) : onForgot(form.values.email))}
        >
          {withCode ? texts.back : texts.forgot}
        </Anchor>
      </Stack>
    </form>
  )
}

const SingleSignOnButton = ({ label }: { label: string }) => {
  const { signIn: texts } = useTexts()
  const start = useStartSingleSignOn()
  return (
    <>
      {start.error && <Problem error={start.error} />}
      <Button variant="default" onClick={() => start.mutate()} loading={start.isPending || start.isSuccess}>
        {texts.singleSignOn(label)}
      </Button>
    </>
  )
}

export const SignInForm = (props: SignInFormProps) => {
  const { signIn: texts } = useTexts()
  // The form does not wait for it: most accounts sign in with passwords.
  const { passwords = true, singleSignOn } = useQuery(signInOptionsQuery).data ?? {}
  return (
    <Stack>
      {passwords && <PasswordForm {...props} />}
      {passwords && singleSignOn && <Divider label={texts.or} />}
      {singleSignOn && <SingleSignOnButton label={singleSignOn} />}
    </Stack>
  )
}
