import type { CallSearch } from '../calls/search.ts'
import type { CallReportSearch } from './search.ts'

type Target = { to: '/calls'; search: CallSearch }

type Part = Pick<CallSearch, 'handledBy' | 'group' | 'site' | 'number' | 'module'>

/** What the report is limited to, as the list of calls takes it. */
export const partOf = ({ user, group, site, number, module }: CallReportSearch): Part => ({
  ...(user !== undefined && { handledBy: user }),
  ...(group !== undefined && { group }),
  ...(site !== undefined && { site }),
  ...(number !== undefined && { number }),
  ...(module !== undefined && { module }),
})

/** The part that a row of a breakdown is about. */
export const partOfRow = (by: 'user' | 'group' | 'shop' | 'number' | 'module', value: string): CallReportSearch => {
  if (by === 'user') return { user: Number(value) }
  return by === 'shop' ? { site: value } : { [by]: value }
}

export type CallFigure =
  | 'incoming'
  | 'answered'
  | 'missed'
  | 'returned'
  | 'firstContacts'
  | 'outgoing'
  | 'outgoingAnswered'
  | 'talkSeconds'
  | 'withinLevel'

const FIGURES: Record<CallFigure, CallSearch> = {
  incoming: { direction: 'in' },
  answered: { direction: 'in', result: 'answered' },
  missed: { missed: true },
  returned: { missed: true, returned: 'yes' },
  firstContacts: { firstContact: true },
  outgoing: { direction: 'out' },
  outgoingAnswered: { direction: 'out', result: 'answered' },
  // Of all calls: what was talked is in their durations.
  talkSeconds: {},
  // With the seconds of the level.
  withinLevel: { direction: 'in', result: 'answered' },
}

/** The list of exactly the calls that a figure counts. */
export const callTarget = (
  period: { from: string; to: string },
  part: Part,
  figure: CallFigure,
  more: CallSearch = {},
): Target => ({ to: '/calls', search: { ...period, ...part, ...FIGURES[figure], ...more } })
