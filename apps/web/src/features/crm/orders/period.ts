import { shiftDay } from '../../../lib/days.ts'

type Period = { from: string | undefined; to: string | undefined }

/** The server lists orders of 31 days at most, both ends included. */
const MOST_APART = 30

/** Keep the end that was just set; move the other one where the period would be too long or negative. */
export const withinMonth = ({ from, to }: Period, set: 'from' | 'to'): Period => {
  if (from === undefined && to === undefined) return { from, to }
  if (set === 'from' && from === undefined) return { from: undefined, to: undefined }
  if (set === 'from' || to === undefined) {
    const latest = shiftDay(from ?? '', MOST_APART)
    return { from, to: to === undefined || to < (from ?? '') || to > latest ? latest : to }
  }
  const earliest = shiftDay(to, -MOST_APART)
  return { from: from === undefined || from > to || from < earliest ? earliest : from, to }
}
