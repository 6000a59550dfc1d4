import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { useForgotPassword, useSignIn } from './queries.ts'

export const SignInForm = ({ onEntered }: { onEntered: () => void }) => {
  const { signIn: texts } = useTexts()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useSignIn()
  const forgot = useForgotPassword()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ email, password }, { onSuccess: onEntered })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {signIn.error && <Problem error={signIn.error} />}
        {forgot.isSuccess && <Alert variant="default">{texts.sent(email)}</Alert>}
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={signIn.isPending}>
          {texts.submit}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => email && forgot.mutate(email)}
          c={email ? undefined : 'dimmed'}
        >
          {email ? texts.forgot : texts.forgotFirst}
        </Anchor>
      </Stack>
    </form>
  )
}
