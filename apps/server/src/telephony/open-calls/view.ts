import type { OpenCall } from '@patchbay/contract/telephony/workspace/open-calls'
import { isOpen } from '../calls/rules.ts'
import { maskPhone } from './rules.ts'
import type { OpenCallRow } from './store.ts'

const usersOf = ({ state, userId, legs }: OpenCallRow): number[] => {
  if (state === 'talking' && userId !== null) return [userId]
  return [...new Set(legs.filter(isOpen).flatMap((leg) => leg.userId ?? []))]
}

export const viewOpenCall = (row: OpenCallRow): OpenCall => ({
  id: row.id,
  direction: row.direction,
  state: row.state,
  phone: maskPhone(row.phone),
  startedAt: row.startedAt.toISOString(),
  ...(row.answeredAt && { answeredAt: row.answeredAt.toISOString() }),
  userIds: usersOf(row),
  ...(row.shop !== null && { shop: row.shop }),
})
