import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { useChoosePassword } from './queries.ts'

export const ChoosePasswordForm = ({ token, onSignedIn }: { token: string; onSignedIn: () => void }) => {
  const { signIn: texts } = useTexts()
  const form = useForm({ initialValues: { password: '' } })
  const choose = useChoosePassword()
  return (
    <form onSubmit={form.onSubmit(({ password }) => choose.mutate({ token, password }, { onSuccess: onSignedIn }))}>
      <Stack>
        {choose.error && <Problem error={choose.error} />}
        <PasswordInput
          label={texts.newPassword}
          description={texts.passwordRule}
          autoComplete="new-password"
          required
          autoFocus
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={choose.isPending}>
          {texts.choose}
        </Button>
      </Stack>
    </form>
  )
}
