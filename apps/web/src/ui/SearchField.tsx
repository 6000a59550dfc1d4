import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

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
  const [typed, setTyped] = useState(value ?? '')
  const changeLater = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), TYPING_MS)
  useEffect(() => {
    // The filters were cleared.
    if (value === undefined) setTyped('')
  }, [value])
  return (
    <TextInput
      aria-label={label}
      title={title}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        changeLater(event.currentTarget.value)
      }}
    />
  )
}
