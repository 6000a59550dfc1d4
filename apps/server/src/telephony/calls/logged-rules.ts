import { hasRole, type Role } from '@patchbay/contract/base/roles'
import type { LoggedCall } from '@patchbay/contract/telephony/workspace/logged-calls'
import { phoneKey } from '../../lib/text/phone.ts'
import { callOfRecord } from '../history/rules.ts'
import type { Call } from './rules.ts'

/** A clock that is a little ahead is no mistake. */
const AHEAD_MS = 5 * 60_000

type Context = { userId: number; customerId: number | null; shopId: number | null; country: string; now: Date }

export type LogDecision = { ok: true; call: Call } | { ok: false; fields: Record<string, string> }

/** The call that a user logs by hand: ended, with one leg of theirs, and reported by no module. */
export const decideLoggedCall = (logged: LoggedCall, context: Context): LogDecision => {
  const { direction, result, startedAt: given, duration } = logged
  const startedAt = new Date(given)
  if (startedAt.getTime() > context.now.getTime() + AHEAD_MS)
    return { ok: false, fields: { startedAt: 'is in the future' } }
  const call = callOfRecord({
    direction,
    phone: logged.phone.trim(),
    phoneKey: phoneKey(logged.phone, context.country),
    result,
    customerId: context.customerId,
    userId: context.userId,
    shopId: context.shopId,
    externalPhone: null,
    startedAt,
    duration: result === 'answered' ? (duration ?? null) : 0,
    durationWaiting: null,
    recordUrl: null,
    source: null,
  })
  return { ok: true, call: { ...call, recorded: false, loggedBy: context.userId } }
}

/** Who may change or delete a call that was logged by hand: who logged it, and administrators. */
export const canEditLogged = (
  user: { userId: number; role: Role },
  { loggedBy }: { loggedBy?: number | null | undefined },
): boolean => typeof loggedBy === 'number' && hasRole(user.role, loggedBy === user.userId ? 'manager' : 'admin')
