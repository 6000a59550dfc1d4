import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const EVERY_MS = 1_000

/** The current time, updated every second: for counters on the page. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), EVERY_MS, { autoInvoke: true })
  return now
}
