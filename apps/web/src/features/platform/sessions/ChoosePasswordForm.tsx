import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { useChoosePassword } from './queries.ts'
import { isAskingForCode, SecondFactorInput } from './SecondFactorInput.tsx'

export const ChoosePasswordForm = ({ token, onSignedIn }: { token: string; onSignedIn: () => void }) => {
  const { signIn: texts } = useTexts()
  const form = useForm({ initialValues: { password: '', code: '' } })
  const choose = useChoosePassword()
  const [withCode, setWithCode] = useState(false)
  const submit = form.onSubmit(({ password, code }) =>
    choose.mutate(
      { token, password, ...(withCode && { code }) },
      { onSuccess: onSignedIn, onError: (error) => setWithCode(isAskingForCode(error)) },
    ),
  )
  return (
    <form onSubmit={submit}>
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
        {withCode && <SecondFactorInput {...form.getInputProps('code')} />}
        <Button type="submit" loading={choose.isPending}>
          {texts.choose}
        </Button>
      </Stack>
    </form>
  )
}
