// What clients know of the reactions that they changed, against what the receivers of webhooks got: an event for each change that
// was acknowledged, none for one that was refused, and either for one without an answer.
import type { Effect } from './webhook-transport.ts'

export type ReactionChange = {
  emoji: string
  replaces?: string
  isRemoval?: boolean
  answer: 'acknowledged' | 'refused' | 'unknown'
}

/** Of one message: how many reactions its channel allows, and its changes in the order in which they were sent. */
export type MessageChanges = { max: number; changes: ReactionChange[] }

/** By the external id of the message. */
export type ReactionJournal = Map<string, MessageChanges>

type Held = readonly string[]

/** D-67, with one user: what they hold after a change that is not refused. */
const heldAfter = (held: Held, { emoji, replaces, isRemoval }: ReactionChange, max: number): Held => {
  if (isRemoval) return held.filter((one) => one !== emoji)
  const isReplaced = replaces !== undefined && replaces !== emoji && held.includes(replaces)
  const staying = isReplaced ? held.filter((one) => one !== replaces) : max === 1 && !held.includes(emoji) ? [] : held
  return staying.includes(emoji) ? staying : [...staying, emoji]
}

const isSame = (one: Held, other: Held | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)

/** `events`: what users held after each event of this message, in order. */
const auditMessage = ({ max, changes }: MessageChanges, events: readonly Held[]) => {
  // How many of the events had happened: after a change without an answer there are two possibilities.
  let places = new Set([0])
  let lost = 0
  for (const change of changes) {
    const next = new Set<number>()
    for (const place of places) {
      const held = events[place - 1] ?? []
      const after = heldAfter(held, change, max)
      const isEvent = !isSame(after, held)
      if (!isEvent || change.answer !== 'acknowledged') next.add(place)
      if (isEvent && change.answer !== 'refused' && isSame(after, events[place])) next.add(place + 1)
    }
    if (next.size > 0) places = next
    else lost++
  }
  return { lost, phantom: events.length - Math.max(...places) }
}

/** Acknowledged changes without their event, and events without a change. */
export const auditReactions = (journal: ReactionJournal, effects: readonly Effect[]) => {
  const inOrder = effects.toSorted((one, other) => one.sequence - other.sequence)
  const events = Map.groupBy(inOrder, ({ message }) => message)
  const found = { lost: 0, phantom: 0 }
  for (const [message, own] of journal) {
    const { lost, phantom } = auditMessage(own, events.get(message)?.map(({ all }) => all) ?? [])
    found.lost += lost
    found.phantom += phantom
  }
  return found
}
