import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { EventDecision } from '../calls/rules.ts'
import type { EventContext, ResolvedBy } from '../events/rules.ts'

/** One step of an event, as it is stored: a code with its data for the workspace, a text for the module's author. */
export type Step = {
  step: string
  ok: boolean
  ms: number
  says: string
  /** Absent in rows of earlier versions. */
  values?: Record<string, string | number>
  /** Whom the step is about: those named, those offline, those who see the card. */
  who?: readonly { userId?: number; code?: string }[]
}

/** Milliseconds since the request came in. */
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

/** T-15: why a card did or did not appear, step by step. `knownAs` is the call that stood there before the event. */
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
