import type { EndpointHealth } from '@patchbay/contract/chats/workspace/webhooks'

export const FAILURES_TO_OPEN = 10

const HOURS_TO_DISABLE = 120

/** D-69: an address that has given nothing but failures for five days is switched off. */
export const shouldDisable = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= HOURS_TO_DISABLE * 3_600_000

type EndpointProgress = { failures: number; restUntil: Date | null; disabledAt: Date | null }

/** D-69: how an address fares, in one word. Whoever is off or has none is not called, however it fared before. */
export const endpointStateFor = (
  { isOn, hasAddress }: { isOn: boolean; hasAddress: boolean },
  { failures, restUntil, disabledAt }: EndpointProgress,
): EndpointHealth['state'] => {
  if (!isOn) return 'off'
  if (!hasAddress) return 'asks'
  if (disabledAt) return 'disabled'
  if (restUntil) return 'resting'
  return failures > 0 ? 'failing' : 'well'
}
