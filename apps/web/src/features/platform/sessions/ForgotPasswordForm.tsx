import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { useForgotPassword } from './queries.ts'

export const ForgotPasswordForm = ({ email, onBack }: { email: string; onBack: () => void }) => {
  const { signIn: texts } = useTexts()
  const form = useForm({ initialValues: { email } })
  const forgot = useForgotPassword()
  return (
    <form onSubmit={form.onSubmit((values) => forgot.mutate(values.email))}>
      <Stack>
        <Text size="sm">{texts.forgotWhat}</Text>
        {forgot.error && <Problem error={forgot.error} />}
        {forgot.isSuccess && (
          <Alert variant="default" role="status">
            {texts.sent(forgot.variables)}
          </Alert>
        )}
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={forgot.isPending}>
          {texts.sendLink}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {texts.back}
        </Anchor>
      </Stack>
    </form>
  )
}
