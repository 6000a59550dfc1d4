import { parseJson } from '@patchbay/contract/base/json'
import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import type { Message } from '../messages/store.ts'
import type { Reaction } from '../reactions/rules.ts'
import { storedAttemptResult } from '../webhook-delivery/attempt-rules.ts'
import type { listAttempts, listWebhooksOfMessage } from '../webhooks/store.ts'

// The trace of a message and its reactions: who set them, the webhooks, their attempts and the responses.

const whoOf = (userId: number | null) => (userId === null ? {} : { who: [{ userId }] })

export const stepOfMessage = ({ createdAt, originator, userId, type }: Message): TraceStep => ({
  at: createdAt.toISOString(),
  step: originator === 'user' ? 'message.written' : 'message.received',
  ...whoOf(userId),
  values: { type },
})

type LoggedWebhook = Awaited<ReturnType<typeof listWebhooksOfMessage>>[number]
type LoggedAttempt = Awaited<ReturnType<typeof listAttempts>>[number]

/** The emoji in a webhook's body; webhooks of messages have none. */
const emojiOf = (body: string) => {
  const read = parseJson(body)
  const { new_reaction, old_reaction } = ((read.ok && (read.value as { data?: object }).data) || {}) as Record<
    string,
    string | undefined
  >
  return { ...(new_reaction && { emoji: new_reaction }), ...(old_reaction && { old: old_reaction }) }
}

const FINAL_STATES: Record<string, boolean | undefined> = { delivered: true, failed: false }

export const stepsOfWebhook = (
  { type, state, body, createdAt, doneAt }: LoggedWebhook,
  attempts: readonly LoggedAttempt[],
): TraceStep[] => {
  const ok = FINAL_STATES[state]
  return [
    { at: createdAt.toISOString(), step: 'webhook.queued', values: { type, ...emojiOf(body) } },
    ...attempts.map((attempt) => ({
      at: attempt.at.toISOString(),
      step: 'webhook.tried',
      ok: attempt.ok,
      values: { type },
      result: storedAttemptResult(attempt),
      ms: attempt.duration_ms,
    })),
    ...(ok === undefined || !doneAt
      ? []
      : [{ at: doneAt.toISOString(), step: `webhook.${state}`, ok, values: { type } }]),
  ]
}

export const stepOfReaction = ({ at, emoji, userId }: Reaction): TraceStep => ({
  at: at.toISOString(),
  step: userId === null ? 'reaction.ofClient' : 'reaction.ofUser',
  ...whoOf(userId),
  values: { emoji },
})

/** A failed attempt is also in the traffic log, where it can be read whole: its step links there. */
export const mergeExchanges = (steps: readonly TraceStep[], exchanges: readonly TraceStep[]): TraceStep[] => {
  const sent = exchanges.filter(({ step }) => step === 'request.out')
  return [
    ...exchanges.filter(({ step }) => step !== 'request.out'),
    ...steps.map((step) => {
      const found = step.step === 'webhook.tried' ? sent.find(({ at }) => at === step.at) : undefined
      return found?.exchangeId === undefined ? step : { ...step, exchangeId: found.exchangeId }
    }),
  ]
}
