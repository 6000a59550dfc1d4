import type { ChatState } from '@patchbay/contract/base/constants'

// The states of a conversation (docs/decisions/chat-states.md): users close, snooze and reopen it; a message of the
// customer and the end of a snooze reopen it. Nothing else moves it, neither our messages nor reactions.

type Stateful = { state: ChatState; snoozedUntil: Date | null }

const DAY_MS = 86_400_000
const LONGEST_SNOOZE_DAYS = 366

export type StateDecision =
  | { ok: true; changed: boolean; state: ChatState; snoozedUntil: Date | null }
  | { ok: false; reason: string }

/** What a user asks for. The same again changes nothing. */
export const decideState = (
  chat: Stateful,
  asked: { state: ChatState; until?: Date | undefined },
  now: Date,
): StateDecision => {
  const { state, until } = asked
  if (state !== 'snoozed') return { ok: true, changed: chat.state !== state, state, snoozedUntil: null }
  if (until === undefined) return { ok: false, reason: 'is missing' }
  if (until <= now) return { ok: false, reason: 'is in the past' }
  if (until.getTime() > now.getTime() + LONGEST_SNOOZE_DAYS * DAY_MS)
    return { ok: false, reason: 'is more than a year away' }
  return { ok: true, changed: chat.snoozedUntil?.getTime() !== until.getTime(), state, snoozedUntil: until }
}

/** Imported history is no news, and our own messages leave the state as it is. */
export const isReopenedBy = ({ state }: Stateful, message: { isNews: boolean }): boolean =>
  message.isNews && state !== 'open'

/** False for a job that is late or early: the conversation was reopened, closed or snoozed again meanwhile. */
export const isSnoozeOver = ({ state, snoozedUntil }: Stateful, now: Date): boolean =>
  state === 'snoozed' && snoozedUntil !== null && snoozedUntil <= now
