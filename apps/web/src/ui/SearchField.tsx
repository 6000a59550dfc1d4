import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTypedText } from '../lib/typed-text.ts'

const TYPING_MS = 300

type SearchFieldProps = {
  label: string
  /** What may be entered. */
  title?: string
  value: string | undefined
  onChange: (text: string | undefined) => void
}

/** Searches when the user pauses typing. */
export const SearchField = ({ label, title, value, onChange }: SearchFieldProps) => {
  const [typed, type] = useTypedText(value, onChange, TYPING_MS)
  return (
    <TextInput
      aria-label={label}
      title={title}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
