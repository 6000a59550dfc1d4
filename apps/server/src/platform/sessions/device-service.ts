import type { Deps } from '../../deps.ts'
import type { Http } from '../../lib/http-in/route.ts'
import { newToken } from '../../lib/security/digest.ts'
import { withUser } from './rules.ts'

// A browser that somebody signed in on keeps a sealed cookie that says who. Guessing from elsewhere does not use up the
// attempts of such a device. The cookie lets nobody in: stolen, it is worth a few guesses a minute.

const DEVICE_COOKIE = 'patchbay_device'
const SECONDS = 400 * 86_400

export type Device = { id: string; users: number[] }

const contextOf = (accountId: number): string => `${accountId}/device`

const readDevice = (deps: Pick<Deps, 'sealer'>, accountId: number, http: Http): Device | undefined => {
  const cookie = http.cookie(DEVICE_COOKIE)
  if (!cookie) return undefined
  try {
    return JSON.parse(deps.sealer.open(contextOf(accountId), Buffer.from(cookie, 'base64url'))) as Device
  } catch {
    return undefined
  }
}

/** The id of the device, if this user signed in on it before. */
export const findKnownDevice = (
  deps: Pick<Deps, 'sealer'>,
  accountId: number,
  http: Http,
  userId: number | undefined,
): string | undefined => {
  const device = readDevice(deps, accountId, http)
  return device && userId !== undefined && device.users.includes(userId) ? device.id : undefined
}

export const rememberDevice = async (deps: Deps, accountId: number, http: Http, userId: number): Promise<void> => {
  const { id, users } = readDevice(deps, accountId, http) ?? { id: newToken(), users: [] }
  const sealed = deps.sealer.seal(contextOf(accountId), JSON.stringify({ id, users: withUser(users, userId) }))
  await http.setCookie(DEVICE_COOKIE, sealed.toString('base64url'), SECONDS)
}
