import type { UserStatus } from '@patchbay/contract/platform/users'
import type {
  RoutingCandidate,
  RoutingDecision,
  RoutingResult,
  RoutingVerdict,
} from '@patchbay/contract/platform/workspace/routing'

// docs/decisions/routing.md: one set of rules for calls and conversations. The responsible manager first, then the group of the
// shop or channel, or everyone where there is none; of several, the one with the fewest open conversations, then the one who
// has been idle longest. Every candidate gets a reason.

export const ROUTING_LANE = 'routing'

export type Teammate = {
  userId: number
  active: boolean
  /** Undefined: unknown while Redis is down. */
  online: boolean | undefined
  status: UserStatus
  onCall: boolean
  openChats: number
  chatCapacity: number
  /** When they were last assigned a conversation or ended a call; null: never, so they are first. */
  idleSince: Date | null
  groupIds: readonly number[]
  /** For calls: whether the exchange can reach them. */
  hasExtension: boolean
}

export type RoutingRequest = {
  kind: 'chat' | 'call'
  responsible?: { userId: number; because: 'order' | 'customer' } | undefined
  /** Absent: everyone serves it. */
  group?: { id: number; name: string } | undefined
  isOpen: boolean
  opensAt?: Date | undefined
  /** An escalation: who has it and has not replied. */
  unanswered?: { userId: number; minutes: number } | undefined
}

export type Route = Pick<RoutingDecision, 'result' | 'candidates' | 'userId'>

/** The first thing that keeps somebody from taking it; undefined: available. */
export const whyUnavailable = (person: Teammate, request: RoutingRequest): RoutingVerdict | undefined => {
  const { unanswered } = request
  if (!person.active) return { code: 'inactive' }
  if (unanswered?.userId === person.userId) return { code: 'did-not-reply', minutes: unanswered.minutes }
  if (person.online === undefined) return { code: 'presence-unknown' }
  if (!person.online) return { code: 'offline' }
  if (person.status !== 'free') return { code: 'status', status: person.status }
  if (person.onCall) return { code: 'on-call' }
  if (request.kind === 'call') return person.hasExtension ? undefined : { code: 'no-extension' }
  if (person.chatCapacity === 0) return { code: 'no-chats' }
  const isFull = person.openChats >= person.chatCapacity
  return isFull ? { code: 'full', open: person.openChats, most: person.chatCapacity } : undefined
}

const idleTime = ({ idleSince }: Teammate): number => idleSince?.getTime() ?? 0

/** Fewest open conversations first, then the longest idle; of equals, the one who has been here longest. */
const byTurn = (a: Teammate, b: Teammate): number =>
  a.openChats - b.openChats || idleTime(a) - idleTime(b) || a.userId - b.userId

const choose = (
  available: readonly Teammate[],
  { responsible, group, isOpen, opensAt }: RoutingRequest,
): { result: RoutingResult; chosen?: Teammate } => {
  if (!isOpen) return { result: { code: 'closed', ...(opensAt && { opensAt: opensAt.toISOString() }) } }
  const own = available.find(({ userId }) => userId === responsible?.userId)
  if (own && responsible) return { result: { code: 'responsible', because: responsible.because }, chosen: own }
  const pool = group ? available.filter(({ groupIds }) => groupIds.includes(group.id)) : available
  const [chosen] = pool.toSorted(byTurn)
  if (!chosen) return { result: { code: 'nobody-free' } }
  return { result: group ? { code: 'group', group: group.name } : { code: 'team' }, chosen }
}

/** Why somebody who was available was not chosen. */
const whyPassedOver = (person: Teammate, request: RoutingRequest, chosen: Teammate | undefined): RoutingVerdict => {
  const { group, isOpen, responsible } = request
  if (!isOpen) return { code: 'closed' }
  if (chosen && chosen.userId === responsible?.userId) return { code: 'not-responsible' }
  if (group && !person.groupIds.includes(group.id)) return { code: 'outside-group', group: group.name }
  if (chosen && person.openChats > chosen.openChats)
    return { code: 'more-chats', open: person.openChats, chosenOpen: chosen.openChats }
  if (chosen && idleTime(person) > idleTime(chosen))
    return { code: 'less-idle', ...(person.idleSince && { since: person.idleSince.toISOString() }) }
  return { code: 'same' }
}

/** Chooses who takes a call or a conversation, with the reason of every candidate. */
export const decideRoute = (team: readonly Teammate[], request: RoutingRequest): Route => {
  const unavailable = new Map(team.map((person) => [person.userId, whyUnavailable(person, request)]))
  const available = team.filter(({ userId }) => unavailable.get(userId) === undefined)
  const { result, chosen } = choose(available, request)
  const passedOver = available.filter((person) => person !== chosen).toSorted(byTurn)
  const candidates: RoutingCandidate[] = [
    ...(chosen ? [{ userId: chosen.userId, verdict: { code: 'chosen' } as const }] : []),
    ...passedOver.map((person) => ({ userId: person.userId, verdict: whyPassedOver(person, request, chosen) })),
    ...team.flatMap(({ userId }) => {
      const verdict = unavailable.get(userId)
      return verdict ? [{ userId, verdict }] : []
    }),
  ]
  return { result, candidates, ...(chosen && { userId: chosen.userId }) }
}

/** The team after a conversation was given to one of them, for the next decision of the same run. */
export const withAssigned = (team: readonly Teammate[], userId: number | undefined, now: Date): Teammate[] =>
  team.map((person) =>
    person.userId === userId ? { ...person, openChats: person.openChats + 1, idleSince: now } : person,
  )
