import type { UserStatus } from '@patchbay/contract/platform/users'
import type { OpenCall } from '@patchbay/contract/telephony/workspace/open-calls'

export type Member = {
  id: number
  firstName: string
  lastName: string
  status: UserStatus
  statusSince: string
  online: boolean
}

export type WallState = UserStatus | 'onCall'
export type WallMember = { id: number; name: string; state: WallState; since: string }

const ORDER: readonly WallState[] = ['free', 'onCall', 'busy', 'break', 'dinner']

/** Who is here: those who are free first. Who talks is on a call, whatever their status and even without a browser. */
export const wallTeam = (members: readonly Member[], calls: readonly OpenCall[]): WallMember[] =>
  members
    .flatMap(({ id, firstName, lastName, status, statusSince, online }): WallMember[] => {
      const name = `${firstName} ${lastName}`.trim()
      const call = calls.find(({ state, userIds }) => state === 'talking' && userIds.includes(id))
      if (call) return [{ id, name, state: 'onCall', since: call.answeredAt ?? call.startedAt }]
      return online ? [{ id, name, state: status, since: statusSince }] : []
    })
    .toSorted(
      (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.name.localeCompare(other.name),
    )
