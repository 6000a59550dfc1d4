import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const EVERY_MS = 1_000

/** The present, once a second: for what is counted before the reader's eyes. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), EVERY_MS, { autoInvoke: true })
  return now
}
