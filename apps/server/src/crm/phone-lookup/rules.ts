import type { Customer } from '../customers/rules.ts'

export type PhoneMatch = Customer & {
  matchedBy: 'e164' | 'tail'
  /** The newest order that still needs somebody. */
  openOrder: { id: number; number: string; managerId: number | null } | null
}

/** D-30: the manager of the newest open order, else the customer's own. */
export const responsibleOfMatch = ({
  managerId,
  openOrder,
}: Pick<PhoneMatch, 'managerId' | 'openOrder'>): number | null => openOrder?.managerId ?? managerId

/** D-29: of several customers with one number, first those with an open order, then the latest contact, then whose manager is here. */
export const rankMatches = (matches: readonly PhoneMatch[], here: ReadonlySet<number>): PhoneMatch[] => {
  const isHere = (match: PhoneMatch) => Number(here.has(responsibleOfMatch(match) ?? 0))
  const contact = ({ lastContactAt }: PhoneMatch) => lastContactAt?.getTime() ?? 0
  return [...matches].sort(
    (a, b) =>
      Number(b.openOrder !== null) - Number(a.openOrder !== null) ||
      contact(b) - contact(a) ||
      isHere(b) - isHere(a) ||
      b.id - a.id,
  )
}

/** D-30: that of the newest open order, else the customer's, and which of them. */
export const responsibleManager = ({
  openOrder,
  managerId,
}: Pick<PhoneMatch, 'openOrder' | 'managerId'>): { userId: number; because: 'order' | 'customer' } | undefined => {
  if (openOrder?.managerId) return { userId: openOrder.managerId, because: 'order' }
  return managerId === null ? undefined : { userId: managerId, because: 'customer' }
}
