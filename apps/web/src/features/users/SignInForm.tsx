import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useForgotPassword, useSignIn } from './queries.ts'

export const SignInForm = ({ onEntered }: { onEntered: () => void }) => {
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
        {signIn.error && <Alert color="red">{signIn.error.message}</Alert>}
        {forgot.isSuccess && <Alert color="teal">If {email} is known here, a link is on its way.</Alert>}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => email && forgot.mutate(email)}
          c={email ? undefined : 'dimmed'}
        >
          {email ? 'Send me a link for a new password' : 'Forgot the password? Fill in your e-mail first'}
        </Anchor>
      </Stack>
    </form>
  )
}
