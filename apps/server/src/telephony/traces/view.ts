import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import type { ShownCard, TracedEvent } from './store.ts'

// Why a card did or did not appear: for administrators, and for the author of the module.

export const stepsOfEvent = ({ at, steps }: TracedEvent): TraceStep[] =>
  steps.map(({ step, ok, ms, says, who }) => ({
    at: at.toISOString(),
    step: `event.${step}`,
    ok,
    ms,
    values: { says },
    ...(who && { who: [...who] }),
  }))

export const stepsOfCard = ({ userId, sentAt, shownAt, closedAt, closedBecause }: ShownCard): TraceStep[] => {
  const who = [{ userId }]
  const because = closedBecause ?? ''
  return [
    { at: sentAt.toISOString(), step: 'card.sent', who, values: {} },
    shownAt
      ? {
          at: shownAt.toISOString(),
          step: 'card.shown',
          ok: true,
          who,
          values: {},
          ms: shownAt.getTime() - sentAt.getTime(),
        }
      : { at: (closedAt ?? sentAt).toISOString(), step: 'card.unseen', ok: false, who, values: {} },
    ...(closedAt ? [{ at: closedAt.toISOString(), step: 'card.closed', who, values: { because } }] : []),
  ]
}
