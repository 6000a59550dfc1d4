import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChoosePassword } from './queries.ts'

export const ChoosePasswordForm = ({ token, onEntered }: { token: string; onEntered: () => void }) => {
  const [password, setPassword] = useState('')
  const choose = useChoosePassword()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose.mutate({ token, password }, { onSuccess: onEntered })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {choose.error && <Alert color="red">{choose.error.message}</Alert>}
        <PasswordInput
          label="New password"
          description="At least 10 characters"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={choose.isPending}>
          Choose and sign in
        </Button>
      </Stack>
    </form>
  )
}
