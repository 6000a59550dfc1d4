import type { ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'

// T-09…T-12: the exchange is notified when a user is free, busy, at dinner or on a break. One lane per user and exchange. The
// callback carries the current status, so a newer one replaces an older one that was not delivered.

export const STATUS_LANE = 'user-status'

/** T-09: the lane of a user at an exchange. */
export const statusLane = (moduleId: number, userId: number) => ({
  kind: STATUS_LANE,
  key: `${moduleId}:${userId}`,
  endpoint: String(moduleId),
})

/** T-10: where a status is sent; nowhere without an address of the exchange and an extension of the user in it. */
export const statusUrlOf = (
  module: Pick<ModuleSettings, 'integrations'> | undefined,
  extension: string | undefined,
): string | undefined =>
  extension === undefined ? undefined : (module?.integrations.telephony?.changeUserStatusUrl ?? undefined)

const GIVE_UP_MS = 10 * 60_000
const RETRY_SECONDS = [2, 5, 10, 20, 30, 60]

/** D-33: seconds until the next attempt; undefined when the callback has failed for ten minutes. */
export const retryAfter = (failures: number, failingSince: Date | undefined, now: Date): number | undefined => {
  if (failingSince && now.getTime() - failingSince.getTime() > GIVE_UP_MS) return undefined
  return RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)]
}
