import type { CallCard, CardCustomer, CardRing } from '@patchbay/contract/telephony/workspace/call-cards'
import type { Customer } from '../../crm/customers/rules.ts'
import { type PhoneMatch, responsibleManager } from '../../crm/phone-lookup/rules.ts'
import type { OpenOrder } from '../../crm/phone-lookup/store.ts'
import { type Call, isOpen, type Leg, type TelephonyUser } from '../calls/rules.ts'
import type { LastNote } from './store.ts'

/** What is stored of a card with its call; the rest comes from the call itself. */
export type StoredCard = Pick<CallCard, 'customers' | 'rings' | 'links'> & {
  shop?: NonNullable<CallCard['shop']>
  routing?: NonNullable<CallCard['routing']>
  /** A user chose the customer: later events do not look one up. */
  linked?: true
}

/** More would fill the screen; the customer's page has the others. */
export const MOST_CUSTOMERS = 10

const nameOf = (person: { firstName: string; patronymic: string; lastName: string }): string =>
  [person.firstName, person.patronymic, person.lastName].filter(Boolean).join(' ')

export type CustomerData = { orders: readonly OpenOrder[]; notes: readonly LastNote[]; publicUrl: string }

export const cardCustomer = (
  customer: Customer,
  match: CardCustomer['match'],
  { orders, notes, publicUrl }: CustomerData,
): CardCustomer => {
  const { id, managerId, lastContactAt } = customer
  const note = notes.find(({ customerId }) => customerId === id)
  return {
    id,
    name: nameOf(customer),
    match,
    ...(managerId !== null && { managerId }),
    ...(lastContactAt && { lastContactAt: lastContactAt.toISOString() }),
    openOrders: orders.filter(({ customerId }) => customerId === id).map(({ customerId: _its, ...order }) => order),
    ...(note && { lastNote: { text: note.text, at: note.at.toISOString(), ...(note.by && { by: note.by }) } }),
    link: `${publicUrl}/customers/${id}`,
  }
}

export type RingSource = { byCode: boolean; group: boolean }

const whyRings = (userId: number, rung: RingSource, matches: readonly PhoneMatch[]): CardRing['why'] => {
  const responsible = matches.map(responsibleManager).find((one) => one?.userId === userId)
  const how = !rung.byCode ? 'named by the exchange' : rung.group ? 'ring group' : 'extension'
  return [how, ...(responsible ? [responsible.because] : [])]
}

/** Where the call rings now. Users who were on the card before keep their reason. */
const ringsOf = (
  legs: readonly Leg[],
  before: readonly CardRing[],
  people: ReadonlyMap<number, TelephonyUser>,
  why: (userId: number) => CardRing['why'],
): CardRing[] =>
  legs
    .filter((leg) => isOpen(leg) && leg.userId !== undefined)
    .flatMap((leg) => {
      const userId = leg.userId ?? 0
      const known = before.find((ring) => ring.userId === userId)
      if (known) return [known]
      const person = people.get(userId)
      return person
        ? [{ userId, name: nameOf(person), ...(leg.code !== undefined && { code: leg.code }), why: why(userId) }]
        : []
    })

export type CardData = CustomerData & {
  matches: readonly PhoneMatch[]
  people: ReadonlyMap<number, TelephonyUser>
  rung: RingSource
  shop: { code: string; name: string } | undefined
  /** Decided when the call began. */
  routing: CallCard['routing'] | undefined
}

/** D-24, D-29, T-16: the card with everything that it shows, so that the browser asks for nothing else. */
export const buildCard = (call: Call, before: StoredCard | null, data: CardData): StoredCard => {
  const phone = encodeURIComponent(call.phone)
  const shop = data.shop ?? before?.shop
  const matches = data.matches.slice(0, MOST_CUSTOMERS)
  const routing = before?.routing ?? data.routing
  return {
    ...(before?.linked
      ? { linked: true, customers: before.customers }
      : { customers: matches.map((match) => cardCustomer(match, match.matchedBy, data)) }),
    rings: ringsOf(call.legs, before?.rings ?? [], data.people, (userId) => whyRings(userId, data.rung, data.matches)),
    links: {
      newCustomer: `${data.publicUrl}/customers/add?phone=${phone}`,
      newOrder: `${data.publicUrl}/orders/add?phone=${phone}`,
    },
    ...(shop && { shop }),
    ...(routing && { routing }),
  }
}

/** D-85: since when the one who has the call now talks. */
const talksSince = ({ state, legs, answeredAt }: Call): string | undefined =>
  state === 'talking'
    ? (legs.find((leg) => isOpen(leg) && leg.answeredAt !== undefined)?.answeredAt ?? answeredAt?.toISOString())
    : undefined

export const cardView = (
  call: Call & { id: number; version: number; note: string; externalId: string | null },
  stored: StoredCard,
  quiet: boolean,
  answeredAt = talksSince(call),
): CallCard => ({
  callId: call.id,
  version: call.version,
  ...(call.externalId !== null && { externalId: call.externalId }),
  direction: call.direction,
  state: call.state === 'talking' ? 'talking' : 'ringing',
  phone: call.phone,
  startedAt: call.startedAt.toISOString(),
  ...(answeredAt !== undefined && { answeredAt }),
  quiet,
  ...(stored.shop && { shop: stored.shop }),
  customers: stored.customers,
  rings: stored.rings,
  ...(stored.routing && { routing: stored.routing }),
  links: stored.links,
  note: call.note,
})
