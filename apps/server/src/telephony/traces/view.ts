import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import type { CallTrace } from '@patchbay/contract/telephony/traces'
import type { StoredCall } from '../calls/store.ts'
import type { ShownCard, TracedEvent } from './store.ts'

/** The end of a call shows no card, also for users who are signed in: not a failure there. */
const JUDGED_AT_START = ['extensions', 'online', 'card']

/** Codes with their data: the workspace has the texts. */
export const stepsOfEvent = ({ at, event, steps }: TracedEvent): TraceStep[] =>
  steps.map(({ step, ok, ms, values = {}, who }) => ({
    at: at.toISOString(),
    step: `event.${step}`,
    ...(event.type === 'hangup' && !ok && JUDGED_AT_START.includes(step) ? {} : { ok }),
    ms,
    values: step === 'received' ? { type: event.type } : values,
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

/** The same for the module API, which answers in words. */
export const moduleTrace = (
  call: StoredCall,
  events: readonly TracedEvent[],
  cards: readonly ShownCard[],
): CallTrace => ({
  call: {
    id: call.id,
    ...(call.externalId !== null && { externalId: call.externalId }),
    state: call.state,
    ...(call.result !== null && { result: call.result }),
  },
  events: events.map(({ at, event, steps }) => ({
    at: at.toISOString(),
    type: event.type,
    steps: steps.map(({ step, ok, ms, says }) => ({ step, ok, ms, says })),
  })),
  cards: cards.map((card) => ({
    userId: card.userId,
    sentAt: card.sentAt.toISOString(),
    ...(card.shownAt && { shownAt: card.shownAt.toISOString() }),
    ...(card.closedAt && { closedAt: card.closedAt.toISOString() }),
    ...(card.closedBecause !== null && { closedBecause: card.closedBecause }),
  })),
})
