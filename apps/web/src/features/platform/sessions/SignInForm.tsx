import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { useForgotPassword, useSignIn } from './queries.ts'

export const SignInForm = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const { signIn: texts } = useTexts()
  const form = useForm({ initialValues: { email: '', password: '' } })
  const signIn = useSignIn()
  const forgot = useForgotPassword()
  const { email } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values, { onSuccess: onSignedIn }))}>
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
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
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
