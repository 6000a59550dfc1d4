import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import { parseJson } from '../../lib/text/json.ts'
import type { Message } from '../messages/store.ts'
import type { listAttempts, listWebhooksOfMessage } from '../webhooks/store.ts'

// What became of a message and its reactions: who set them, what the transport was told, how often, and what it said.

export const whoOf = (userId: number | null) => (userId === null ? {} : { who: [{ userId }] })

export const stepOfMessage = ({ createdAt, originator, userId, type }: Message): TraceStep => ({
  at: createdAt.toISOString(),
  step: originator === 'user' ? 'message.written' : 'message.received',
  ...whoOf(userId),
  values: { type },
})

type Queued = Awaited<ReturnType<typeof listWebhooksOfMessage>>[number]
type Tried = Awaited<ReturnType<typeof listAttempts>>[number]

/** The emoji that a webhook tells of; a message's own webhook tells of none. */
const emojiOf = (body: string) => {
  const read = parseJson(body)
  const { new_reaction, old_reaction } = ((read.ok && (read.value as { data?: object }).data) || {}) as Record<
    string,
    string | undefined
  >
  return { ...(new_reaction && { emoji: new_reaction }), ...(old_reaction && { old: old_reaction }) }
}

const ENDS: Record<string, boolean | undefined> = { delivered: true, failed: false }

export const stepsOfWebhook = (
  { type, state, body, createdAt, doneAt }: Queued,
  attempts: readonly Tried[],
): TraceStep[] => {
  const ok = ENDS[state]
  return [
    { at: createdAt.toISOString(), step: 'webhook.queued', values: { type, ...emojiOf(body) } },
    ...attempts.map((attempt) => ({
      at: attempt.at.toISOString(),
      step: 'webhook.tried',
      ok: attempt.ok,
      values: { type, verdict: attempt.verdict },
      ms: attempt.duration_ms,
    })),
    ...(ok === undefined || !doneAt
      ? []
      : [{ at: doneAt.toISOString(), step: `webhook.${state}`, ok, values: { type } }]),
  ]
}
