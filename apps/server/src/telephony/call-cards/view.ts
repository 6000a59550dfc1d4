import type { CallCard, CardCustomer, CardRing } from '@patchbay/contract/telephony/workspace/call-cards'
import { type PhoneMatch, responsibleManager } from '../../crm/phone-lookup/rules.ts'
import type { OpenOrder } from '../../crm/phone-lookup/store.ts'
import type { Call, Leg, TelephonyUser } from '../calls/rules.ts'

// The card of a call, ready-made: a browser shows it as it is, and asks nothing.

/** How the card is kept with the call; the rest is read off the call itself. */
export type StoredCard = Pick<CallCard, 'customers' | 'rings' | 'links'> & { shop?: NonNullable<CallCard['shop']> }

/** More would fill the screen; the customer's page has the others. */
const MOST_CUSTOMERS = 10

const nameOf = (person: { firstName: string; patronymic: string; lastName: string }): string =>
  [person.firstName, person.patronymic, person.lastName].filter(Boolean).join(' ')

const cardCustomer = (match: PhoneMatch, orders: readonly OpenOrder[], publicUrl: string): CardCustomer => ({
  id: match.id,
  name: nameOf(match),
  match: match.matchedBy,
  ...(match.managerId !== null && { managerId: match.managerId }),
  ...(match.lastContactAt && { lastContactAt: match.lastContactAt.toISOString() }),
  openOrders: orders.filter(({ customerId }) => customerId === match.id).map(({ customerId: _its, ...order }) => order),
  link: `${publicUrl}/customers/${match.id}`,
})

export type RingSource = { byCode: boolean; group: boolean }

const whyRings = (userId: number, rung: RingSource, matches: readonly PhoneMatch[]): CardRing['why'] => {
  const responsible = matches.map(responsibleManager).find((one) => one?.userId === userId)
  const how = !rung.byCode ? 'named by the exchange' : rung.group ? 'ring group' : 'extension'
  return [how, ...(responsible ? [responsible.because] : [])]
}

/** Where the call rings now; those who were there before keep the reason why they were. */
const ringsOf = (
  legs: readonly Leg[],
  before: readonly CardRing[],
  people: ReadonlyMap<number, TelephonyUser>,
  why: (userId: number) => CardRing['why'],
): CardRing[] =>
  legs
    .filter((leg) => leg.to === undefined && leg.userId !== undefined)
    .flatMap((leg) => {
      const userId = leg.userId ?? 0
      const known = before.find((ring) => ring.userId === userId)
      if (known) return [known]
      const person = people.get(userId)
      return person
        ? [{ userId, name: nameOf(person), ...(leg.code !== undefined && { code: leg.code }), why: why(userId) }]
        : []
    })

export type CardData = {
  phone: string
  matches: readonly PhoneMatch[]
  orders: readonly OpenOrder[]
  people: ReadonlyMap<number, TelephonyUser>
  rung: RingSource
  shop: { code: string; name: string } | undefined
  publicUrl: string
}

export const buildCard = (call: Call, before: StoredCard | null, facts: CardData): StoredCard => {
  const phone = encodeURIComponent(facts.phone)
  const shop = facts.shop ?? before?.shop
  return {
    customers: facts.matches
      .slice(0, MOST_CUSTOMERS)
      .map((match) => cardCustomer(match, facts.orders, facts.publicUrl)),
    rings: ringsOf(call.legs, before?.rings ?? [], facts.people, (userId) =>
      whyRings(userId, facts.rung, facts.matches),
    ),
    links: {
      newCustomer: `${facts.publicUrl}/customers/add?phone=${phone}`,
      newOrder: `${facts.publicUrl}/orders/add?phone=${phone}`,
    },
    ...(shop && { shop }),
  }
}

export const cardView = (
  call: Call & { id: number; version: number; note: string },
  kept: StoredCard,
  quiet: boolean,
): CallCard => ({
  callId: call.id,
  version: call.version,
  direction: call.direction,
  state: call.state === 'talking' ? 'talking' : 'ringing',
  phone: call.phone,
  startedAt: call.startedAt.toISOString(),
  quiet,
  ...(kept.shop && { shop: kept.shop }),
  customers: kept.customers,
  rings: kept.rings,
  links: kept.links,
  note: call.note,
})
