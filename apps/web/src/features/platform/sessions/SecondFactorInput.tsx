import { TextInput, type TextInputProps } from '@mantine/core'
import { ApiError } from '../../../lib/api.ts'
import { useTexts } from '../../../texts/catalogue.ts'

/** Whether the server asks for the second factor, or did not accept it. */
export const isAskingForCode = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'second_factor_needed' || error.code === 'second_factor_wrong')

/** A code of an authenticator app, or a recovery code. */
export const SecondFactorInput = (props: TextInputProps) => {
  const { signIn: texts } = useTexts()
  return (
    <TextInput
      label={texts.code}
      description={texts.codeWhat}
      autoComplete="one-time-code"
      minLength={6}
      maxLength={40}
      required
      withAsterisk={false}
      autoFocus
      {...props}
    />
  )
}
