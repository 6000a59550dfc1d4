import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'

const stepName = ({ cause, userId }: RoutingDecision): string => {
  if (cause === 'call') return 'routing.call'
  if (cause === 'escalation') return userId === undefined ? 'routing.leads-notified' : 'routing.reassigned'
  return userId === undefined ? 'routing.waits' : 'routing.assigned'
}

/** In the trace of a call or a message: who was chosen, with the whole decision. */
export const stepOfRouting = (decision: RoutingDecision): TraceStep => ({
  at: decision.at,
  step: stepName(decision),
  ...(decision.userId !== undefined && { who: [{ userId: decision.userId }] }),
  ok: decision.userId !== undefined,
  values: {},
  routing: decision,
})
