import { TextInput, type TextInputProps } from '@mantine/core'
import { useSetUpTexts } from '../texts/set-up.ts'

/** The code of a new item, which identifies it in the API. */
export const CodeInput = (props: TextInputProps) => {
  const { shops: texts } = useSetUpTexts()
  return <TextInput label={texts.code} required maxLength={64} pattern="[A-Za-z0-9][A-Za-z0-9_.\-]*" {...props} />
}
