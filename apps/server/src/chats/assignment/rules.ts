import {
  decideRoute,
  type Route,
  type RoutingRequest,
  type Teammate,
  withAssigned,
} from '../../platform/routing/rules.ts'

// docs/decisions/routing.md: which conversations the router assigns, in the order of their waits.

export type ChatToRoute = {
  managerId: number | null
  request: RoutingRequest
}

/** A conversation needs a manager when it has none, or one who no longer works here. */
export const needsManager = (managerId: number | null, team: readonly Teammate[]): boolean =>
  managerId === null || !team.some(({ userId, active }) => userId === managerId && active)

/** Decides one conversation after another: each assignment counts for the next. */
export const planRoutes = <C extends ChatToRoute>(
  team: readonly Teammate[],
  chats: readonly C[],
  now: Date,
): { routes: { chat: C; route: Route }[]; team: Teammate[] } => {
  let current = [...team]
  const routes = chats.map((chat) => {
    const route = decideRoute(current, chat.request)
    current = withAssigned(current, route.userId, now)
    return { chat, route }
  })
  return { routes, team: current }
}

/** What is recorded while a conversation waits: each new result once, not every minute. */
export const resultKey = ({ result }: Route): string =>
  result.code === 'closed' ? `closed ${result.opensAt ?? ''}` : result.code
