import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'
import type { CallCardTexts } from '../../../texts/call-card.ts'
import type { Texts } from '../../../texts/catalogue.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { ShownCard } from './gone-cards.ts'

type CardState = Pick<ShownCard, 'gone' | 'missed'> & { card: Pick<CallCard, 'state'> }

export const stateOf = ({ card, gone, missed }: CardState, texts: CallCardTexts, calls: Texts['calls']) => {
  const [tone, text]: [Tone, string] =
    gone === undefined
      ? [card.state === 'talking' ? 'good' : 'info', calls[card.state]]
      : missed
        ? ['bad', calls.missed]
        : ['calm', texts.gone[gone]]
  return { tone, text }
}

/** Why an incoming call rings at this user; undefined when the card does not say. */
export const reasonFor = (
  { direction, rings }: Pick<CallCard, 'direction' | 'rings'>,
  userId: number,
  { why, ringsBecause }: CallCardTexts,
  language: string,
): string | undefined => {
  const ring = rings.find((one) => one.userId === userId)
  if (direction === 'out' || !ring || ring.why.length === 0) return undefined
  const reasons = ring.why.map((code) => why[code](ring.code ?? ''))
  return ringsBecause(new Intl.ListFormat(language).format(reasons))
}
