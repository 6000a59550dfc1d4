import type { Customer } from '../customers/rules.ts'

export type PhoneMatch = Customer & {
  matchedBy: 'e164' | 'tail'
  /** The newest open order. */
  openOrder: { id: number; number: string; managerId: number | null } | null
}

/** D-30: the manager of the newest open order, else the customer's own, and which of the two. */
export const responsibleManager = ({
  openOrder,
  managerId,
}: Pick<PhoneMatch, 'openOrder' | 'managerId'>): { userId: number; because: 'order' | 'customer' } | undefined => {
  if (openOrder?.managerId) return { userId: openOrder.managerId, because: 'order' }
  return managerId === null ? undefined : { userId: managerId, because: 'customer' }
}

/** D-29: how customers with the same number are ranked, first criterion first. The store orders by the same list. */
export const MATCH_RANKING = ['open order', 'last contact', 'manager online', 'newest'] as const

type Score = (match: PhoneMatch, online: ReadonlySet<number>) => number
const SCORES: Record<(typeof MATCH_RANKING)[number], Score> = {
  'open order': ({ openOrder }) => Number(openOrder !== null),
  'last contact': ({ lastContactAt }) => lastContactAt?.getTime() ?? 0,
  'manager online': (match, online) => Number(online.has(responsibleManager(match)?.userId ?? 0)),
  newest: ({ id }) => id,
}

/** D-29: customers with the same number, best match first. */
export const rankMatches = (matches: readonly PhoneMatch[], online: ReadonlySet<number>): PhoneMatch[] =>
  matches.toSorted((a, b) => {
    const differs = MATCH_RANKING.find((by) => SCORES[by](a, online) !== SCORES[by](b, online))
    return differs === undefined ? 0 : SCORES[differs](b, online) - SCORES[differs](a, online)
  })
