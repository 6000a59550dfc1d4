import type { DisableReason, EndpointHealth } from '@patchbay/contract/chats/workspace/webhooks'

/** D-69: after so many failures in a row the circuit opens. */
export const FAILURES_TO_OPEN = 10

export type DisableCode = DisableReason['code']

const HOURS_TO_DISABLE = 120

/** D-69: an endpoint that has given nothing but failures for five days is disabled. */
const shouldDisable = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= HOURS_TO_DISABLE * 3_600_000

/** D-69: why an endpoint is disabled after this failure; undefined while it is not. */
export const disableReason = (isGone: boolean, failingSince: Date | null, now: Date): DisableCode | undefined => {
  if (isGone) return 'gone'
  return failingSince && shouldDisable(failingSince, now) ? 'failing' : undefined
}

/** D-69: a stored code with its data. */
export const storedDisableReason = (code: string): DisableReason =>
  code === 'gone' ? { code } : { code: 'failing', hours: HOURS_TO_DISABLE }

/** D-69: in how many seconds a lane asks again for the probe, spread so that the lanes do not all ask at once. */
export const probeDelay = (openUntil: Date, now: Date, restSeconds: number, random: number): number => {
  const seconds = (openUntil.getTime() - now.getTime()) / 1000
  return Math.max(seconds, restSeconds / 10) * (1 + 0.2 * random)
}

type Failures = { failures: number; circuitOpenUntil: Date | null; disabledAt: Date | null }

/** D-69: the state of an endpoint in one word. One that is off, or has no address, is not called whatever came before. */
export const endpointStateFor = (
  { isOn, hasAddress }: { isOn: boolean; hasAddress: boolean },
  { failures, circuitOpenUntil, disabledAt }: Failures,
): EndpointHealth['state'] => {
  if (!isOn) return 'off'
  if (!hasAddress) return 'asks'
  if (disabledAt) return 'disabled'
  if (circuitOpenUntil) return 'resting'
  return failures > 0 ? 'failing' : 'well'
}
