import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { EventContext } from '../events/rules.ts'
import type { Step } from '../events/store.ts'

// An event of the exchange, from the request to the browsers: read (hear.ts), decide (rules.ts), write the event, the call,
// its cards and the steps in one transaction, then the card to exactly those whom it rings at.

export type Stopwatch = {
  steps: Step[]
  step: (name: string, ok: boolean, says: string, who?: Step['who']) => void
}

export const startSteps = (started: number): Stopwatch => {
  const steps: Step[] = []
  const step: Stopwatch['step'] = (name, ok, says, who) => {
    const ms = Math.round((performance.now() - started) * 10) / 10
    steps.push({ step: name, ok, ms, says, ...(who && { who }) })
  }
  return { steps, step }
}

export const userOf = (userId: number) => ({ userId })

export const traceEvent = ({ step }: Stopwatch, event: CallEvent, heard: EventContext): void => {
  step('module', true, `${heard.moduleCode}, by ${heard.attributedBy}`)
  step('number', heard.phoneKey.startsWith('+'), `${event.phone} is ${heard.phoneKey}`)
  const { matches, matchedBy, named, unknownCodes, unknownUsers, here } = heard
  step(
    'customers',
    matches.length > 0,
    matches.length > 0 ? `${matches.length} found by ${matchedBy}` : 'nobody has it',
  )
  const mapped = named.map(({ code, userId }) => `${code ?? 'no extension'} → ${userId ?? 'nobody'}`)
  const unknown = unknownCodes.length + unknownUsers.length
  step('extensions', unknown === 0 && named.length > 0, mapped.join(', ') || 'none named', named)
  const users = named.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const away = users.filter((userId) => !here?.has(userId))
  const says = here ? `away: ${away.join(', ') || 'nobody'}` : 'unknown'
  step('online', here !== undefined && away.length === 0, says, here ? away.map(userOf) : [])
}
