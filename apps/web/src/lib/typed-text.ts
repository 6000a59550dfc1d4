import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** The text of a filter while it is typed; `onChange` gets it when the user pauses. */
export const useTypedText = (
  value: string | undefined,
  onChange: (text: string | undefined) => void,
  pauseMs: number,
): [typed: string, type: (text: string) => void] => {
  const [typed, setTyped] = useState(value ?? '')
  const changeLater = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), pauseMs)
  useEffect(() => {
    // The filters were cleared.
    if (value === undefined) setTyped('')
  }, [value])
  const type = (text: string) => {
    setTyped(text)
    changeLater(text)
  }
  return [typed, type]
}
