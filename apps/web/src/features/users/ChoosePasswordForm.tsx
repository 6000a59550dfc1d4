import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { Problem } from '../../ui/Confirm.tsx'
import { useChoosePassword } from './queries.ts'

export const ChoosePasswordForm = ({ token, onEntered }: { token: string; onEntered: () => void }) => {
  const { signIn: texts } = useTexts()
  const [password, setPassword] = useState('')
  const choose = useChoosePassword()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose.mutate({ token, password }, { onSuccess: onEntered })
  }
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
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={choose.isPending}>
          {texts.choose}
        </Button>
      </Stack>
    </form>
  )
}
