const RETRY_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800]

const GIVE_UP_AFTER_MS = 3 * 86_400_000

/** D-13: the seconds until an activity callback is retried after so many failures; undefined when it is given up. */
export const retryDelay = (failures: number, failingForMs: number, random: number): number | undefined => {
  if (failingForMs > GIVE_UP_AFTER_MS) return undefined
  const seconds = RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 0
  return seconds * (0.8 + 0.4 * random)
}

/** The lane of a module's activity callbacks. */
export const STATE_LANE = 'module-state'
