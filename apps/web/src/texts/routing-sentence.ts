import type { RoutingDecision, RoutingResult, RoutingVerdict } from '@patchbay/contract/platform/workspace/routing'
import type { Format } from '../lib/format.ts'
import type { Texts } from './catalogue.ts'
import type { RoutingTexts } from './routing.ts'

type Words = { texts: RoutingTexts; statuses: Texts['status']; format: Pick<Format, 'moment'> }

/** Why the chosen one, or why nobody. */
export const resultSentence = ({ texts: { results }, format }: Words, result: RoutingResult): string => {
  switch (result.code) {
    case 'responsible':
      return results[result.because]
    case 'group':
      return results.group(result.group)
    case 'team':
      return results.team
    case 'closed':
      return results.closed(result.opensAt === undefined ? '' : format.moment(result.opensAt))
    case 'nobody-free':
      return results.nobodyFree
  }
}

/** Why somebody was not chosen. */
export const verdictSentence = ({ texts, statuses, format }: Words, verdict: RoutingVerdict): string => {
  const { verdicts } = texts
  switch (verdict.code) {
    case 'status':
      return verdicts.status(statuses[verdict.status])
    case 'full':
      return verdicts.full(verdict.open, verdict.most)
    case 'did-not-reply':
      return verdicts['did-not-reply'](verdict.minutes)
    case 'outside-group':
      return verdicts['outside-group'](verdict.group)
    case 'more-chats':
      return verdicts['more-chats'](verdict.open, verdict.chosenOpen)
    case 'less-idle':
      return verdict.since === undefined ? verdicts.same : verdicts['less-idle'](format.moment(verdict.since))
    default:
      return verdicts[verdict.code]
  }
}

/** The decision in one sentence. */
export const decisionSentence = (words: Words, decision: RoutingDecision, nameOf: (id: number) => string): string => {
  const { call, chat } = words.texts
  const { cause, userId, result } = decision
  const why = resultSentence(words, result)
  if (userId === undefined) {
    if (cause === 'call') return call.nobody(why)
    return cause === 'escalation' ? chat.leadsNotified(why) : chat.waits(why)
  }
  const name = nameOf(userId)
  if (cause === 'call') return call.chosen(name, why)
  return cause === 'escalation' ? chat.reassigned(name, why) : chat.assigned(name, why)
}
