import { TextInput } from '@mantine/core'
import { useSetUpTexts } from '../texts/set-up.ts'

type CodeInputProps = { value: string; isTaken: boolean; what: string; onChange: (code: string) => void }

/** The code of something new, by which programs know it. */
export const CodeInput = ({ value, isTaken, what, onChange }: CodeInputProps) => {
  const { shops: texts } = useSetUpTexts()
  return (
    <TextInput
      label={texts.code}
      description={what}
      required
      maxLength={64}
      pattern="[A-Za-z0-9][A-Za-z0-9_.\-]*"
      error={isTaken && texts.codeTaken}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
