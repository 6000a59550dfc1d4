import type { TraceVerdict } from '@patchbay/contract/platform/workspace/traces'
import type { ResolvedBy } from '@patchbay/contract/telephony/event-rules'
import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { EventDecision } from '../calls/rules.ts'
import type { EventContext } from '../events/rules.ts'

/** One step of an event, as it is stored: a code with its data for the workspace, a text for the module's author. */
export type Step = {
  step: string
  ok: boolean
  ms: number
  says: string
  /** Absent in rows of earlier versions. */
  values?: Record<string, string | number>
  /** The users of the step: those named, those offline, those who see the card. */
  who?: readonly { userId?: number; code?: string }[]
}

/** Milliseconds since the request arrived. */
export type StepTimes = { received: number; loaded: number; decided: number }

const RESOLVED_BY: Record<ResolvedBy, string> = {
  'client-id': 'its clientId',
  'api-key': 'the API key',
  extension: 'the extension',
  'only-module': 'being the only one',
}

/** T-15: the decision in the words of the module API. */
export const summaryFor = ({ outcome, call }: Pick<EventDecision, 'outcome' | 'call'>, targets: number): string => {
  switch (outcome) {
    case 'rings':
      return `rings at ${targets}`
    case 'forwarded':
      return 'goes on to another'
    case 'answered':
      return 'answered by one, withdrawn from the others'
    case 'ended':
      return `ended: ${call.result}`
    case 'ended-before':
      return 'the call has ended already'
    case 'start-added':
      return 'the call has ended already; its beginning was added'
    case 'recorded-before':
      return 'the record of this call is here already'
    case 'lost':
      return 'the call was given up as lost'
  }
}

const userOf = (userId: number) => ({ userId })

const loadSteps = (event: CallEvent, context: EventContext, ms: number): Step[] => {
  const { moduleCode, resolvedBy, phoneKey, matches, matchedBy, targets, unknownCodes, unknownUsers, online } = context
  const mapped = targets.map(({ code, userId }) => `${code ?? 'no extension'} → ${userId ?? 'nobody'}`)
  const offline = targets.flatMap(({ userId }) => (userId === undefined || online?.has(userId) ? [] : [userId]))
  return [
    {
      step: 'module',
      ok: true,
      ms,
      says: `${moduleCode}, by ${RESOLVED_BY[resolvedBy]}`,
      values: { module: moduleCode, by: resolvedBy },
    },
    {
      step: 'number',
      ok: phoneKey.startsWith('+'),
      ms,
      says: `${event.phone} is ${phoneKey}`,
      values: { phone: event.phone, key: phoneKey },
    },
    {
      step: 'customers',
      ok: matches.length > 0,
      ms,
      says: matches.length > 0 ? `${matches.length} found by ${matchedBy}` : 'nobody has it',
      values: { count: matches.length, ...(matchedBy && { by: matchedBy }) },
    },
    {
      step: 'extensions',
      ok: unknownCodes.length + unknownUsers.length === 0 && targets.length > 0,
      ms,
      says: mapped.join(', ') || 'none named',
      values: {},
      who: targets,
    },
    {
      step: 'online',
      ok: online !== undefined && offline.length === 0,
      ms,
      says: online ? `away: ${offline.join(', ') || 'nobody'}` : 'unknown',
      values: {},
      who: online ? offline.map(userOf) : [],
    },
  ]
}

/** T-15: why a card did or did not appear, step by step. `knownAs` is the call that existed before the event. */
export const traceSteps = (
  event: CallEvent,
  context: EventContext,
  knownAs: number | undefined,
  decision: EventDecision,
  ms: StepTimes,
): Step[] => {
  const { showTo, outcome, call } = decision
  const summary = summaryFor(decision, context.targets.length)
  return [
    { step: 'received', ok: true, ms: ms.received, says: event.type, values: { type: event.type } },
    ...loadSteps(event, context, ms.loaded),
    {
      step: 'call',
      ok: true,
      ms: ms.decided,
      says: `${knownAs === undefined ? 'new' : `known as call ${knownAs}`}; ${summary}`,
      values: { outcome, ...(knownAs !== undefined && { call: knownAs }), ...(call.result && { result: call.result }) },
    },
    {
      step: 'card',
      ok: showTo.length > 0,
      ms: ms.decided,
      says: showTo.length > 0 ? `to ${showTo.join(', ')}` : `to nobody: ${summary}`,
      values: { outcome },
      who: showTo.map(userOf),
    },
  ]
}

type TracedEvent = { event: { type: string }; steps: readonly Step[] }
type TracedCard = { userId: number; shownAt: Date | null }

const verdict = (code: string, who: readonly { userId?: number; code?: string }[] = []): TraceVerdict[] => [
  { code, ok: code === 'call.shown', who: [...who], values: {} },
]

/** Nobody had a card, and no extension was unknown: what the events said instead. */
const whyNone = (events: readonly TracedEvent[]): string => {
  if (events.length === 0) return 'call.uploaded'
  const starts = events.filter(({ event }) => event.type !== 'hangup')
  if (starts.length === 0) return 'call.only-hangup'
  const named = starts.filter(({ steps }) =>
    steps.some(({ step, who = [] }) => step === 'extensions' && who.length > 0),
  )
  return named.length === 0 ? 'call.nobody-named' : 'call.too-late'
}

/** T-15: for whom a card appeared, and for whom it did not and why. What a browser confirmed outweighs presence. */
export const verdictsOf = (events: readonly TracedEvent[], cards: readonly TracedCard[]): TraceVerdict[] => {
  const whoOf = (name: string) =>
    events.flatMap(({ steps }) => steps.filter(({ step }) => step === name).flatMap(({ who = [] }) => who))
  const offline = new Set(whoOf('online').map(({ userId }) => userId))
  const unseen = cards.filter(({ shownAt }) => shownAt === null)
  const codes = new Set(whoOf('extensions').flatMap(({ userId, code }) => (userId === undefined && code ? [code] : [])))
  const groups: [string, { userId?: number; code?: string }[]][] = [
    ['call.shown', cards.filter(({ shownAt }) => shownAt !== null).map(({ userId }) => userOf(userId))],
    ['call.offline', unseen.filter(({ userId }) => offline.has(userId)).map(({ userId }) => userOf(userId))],
    ['call.unconfirmed', unseen.filter(({ userId }) => !offline.has(userId)).map(({ userId }) => userOf(userId))],
    ['call.unassigned', [...codes].map((code) => ({ code }))],
  ]
  const found = groups.flatMap(([code, who]) => (who.length > 0 ? verdict(code, who) : []))
  return found.length > 0 ? found : verdict(whyNone(events))
}
