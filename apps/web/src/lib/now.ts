import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const EVERY_MS = 1_000

/** The current time, updated every second or as often as given: for counters on the page. */
export const useNow = (everyMs = EVERY_MS): number => {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), everyMs, { autoInvoke: true })
  return now
}
