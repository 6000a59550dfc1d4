// What the modules bring along when the demo starts for the first time: half a year of calls with recordings, and
// conversations. Pure: the same seed and the same moment give the same history.
import { createRandom, type FixtureCustomer } from '@patchbay/testkit/fixture-orders'
import type { Cast } from './cast.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const DAYS = 183
const CALLS = 260
const CONVERSATIONS = 14

export type PastCall = {
  externalId: string
  startedAt: string
  type: 'in' | 'out'
  phone: string
  code: string
  result: 'answered' | 'no answer'
  duration: number
  durationWaiting: number
  externalPhone: string
}

export type PastConversation = {
  visitorId: string
  token: string
  nickname: string
  contact: { firstName: string; lastName: string; phone: string; email: string }
  messages: { id: string; side: 'visitor' | 'manager'; text: string; at: string }[]
}

/** What the chat's templates say; the shop of the account signs them. */
export const templatesOf = ({ trade }: Cast) => {
  const footer = trade.account.name
  const buttons = (...labels: string[]) => ({ items: labels.map((label) => ({ type: 'plain', label })) })
  return [
    {
      ...{ code: 'order-ready', name: 'Order is ready', type: 'text', lang: 'en', category: 'utility', footer },
      body: 'Hello {{first_name}}, your order {{number}} is ready. When would you like to pick it up?',
      buttons: buttons('Today', 'Tomorrow'),
    },
    {
      ...{ code: 'back-in-stock', name: 'Back in stock', type: 'text', lang: 'en', category: 'marketing', footer },
      body: 'Hello {{first_name}}, {{product}} is back in stock. Shall we put one aside for you?',
      buttons: buttons('Yes, please', 'No, thank you'),
    },
  ]
}

type Chance = (below: number) => number

const pick = <T>(list: readonly T[], chance: Chance): T => {
  const found = list[chance(list.length)]
  if (found === undefined) throw new Error('There is nothing to choose from')
  return found
}

/** During opening hours of a day, but never later than now. */
const momentOf = (daysAgo: number, chance: Chance, now: number): number => {
  const midnight = Math.floor((now - daysAgo * DAY) / DAY) * DAY
  return Math.min(midnight + (13 * 60 + chance(8 * 60)) * MINUTE, now - (20 + chance(90)) * MINUTE)
}

type When = { daysAgo: number; chance: Chance; now: number }

const callOf = (cast: Cast, customer: FixtureCustomer, index: number, { daysAgo, chance, now }: When): PastCall => {
  const isAnswered = chance(10) < 8
  return {
    externalId: `past-${cast.trade.account.host}-${index}`,
    startedAt: new Date(momentOf(daysAgo, chance, now)).toISOString(),
    type: chance(4) === 0 ? 'out' : 'in',
    phone: customer.phone.replaceAll(' ', ''),
    code: pick(Object.values(cast.extensions), chance),
    result: isAnswered ? 'answered' : 'no answer',
    duration: isAnswered ? 25 + chance(340) : 0,
    // Most are answered soon; every sixth caller waits longer, as the report on calls shows.
    durationWaiting: 3 + chance(20) + (index % 6 === 0 ? (index * 31) % 90 : 0),
    externalPhone: pick(cast.lines, chance).externalPhone,
  }
}

/** A missed call is answered by a call of ours on the same day, so that nothing waits since months. */
const returnOf = (missed: PastCall, chance: Chance): PastCall => ({
  ...missed,
  externalId: `${missed.externalId}-returned`,
  startedAt: new Date(Date.parse(missed.startedAt) + (5 + chance(14)) * MINUTE).toISOString(),
  type: 'out',
  result: 'answered',
  duration: 40 + chance(200),
})

/** The oldest first; more recent days have more calls. The last two missed calls are still to be returned. */
export const callHistory = (cast: Cast, now: Date): PastCall[] => {
  const chance = createRandom(cast.trade.seed + 1)
  const calls = Array.from({ length: CALLS }, (_, index) => {
    const daysAgo = Math.floor(DAYS * (1 - Math.sqrt((index + 1) / CALLS)))
    const customer = pick(cast.trade.customers, chance)
    return callOf(cast, customer, index, { daysAgo, chance, now: now.getTime() })
  })
  const isMissed = ({ type, result }: PastCall) => type === 'in' && result === 'no answer'
  const open = new Set(calls.filter(isMissed).slice(-2))
  return calls
    .flatMap((call) => (isMissed(call) && !open.has(call) ? [call, returnOf(call, chance)] : [call]))
    .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
}

const visitorIdOf = (host: string, index: number): string => `visitor-${host}-${index}`
export const visitorTokenOf = (host: string, index: number): string => `demo-visitor-${host}-${index}`

const conversationOf = (cast: Cast, customer: FixtureCustomer, index: number, startedAt: number): PastConversation => {
  const { host } = cast.trade.account
  const { firstName, lastName, phone, email } = customer
  const { question, reply, thanks } = cast.talks[index % cast.talks.length] ?? { question: '', reply: '', thanks: '' }
  const visitorId = visitorIdOf(host, index)
  const say = (place: number, side: 'visitor' | 'manager', text: string) => ({
    id: `${visitorId}-${place}`,
    side,
    text,
    at: new Date(startedAt + place * 4 * MINUTE).toISOString(),
  })
  return {
    visitorId,
    token: visitorTokenOf(host, index),
    nickname: `${firstName} ${lastName}`,
    contact: { firstName, lastName, phone, email },
    messages: [say(0, 'visitor', question), say(1, 'manager', reply), say(2, 'visitor', thanks)],
  }
}

/** The oldest conversation first. Each customer has one. */
export const conversationHistory = (cast: Cast, now: Date): PastConversation[] => {
  const chance = createRandom(cast.trade.seed + 2)
  return cast.trade.customers.slice(0, CONVERSATIONS).map((customer, index) => {
    const daysAgo = Math.floor(60 * (1 - (index + 1) / CONVERSATIONS))
    return conversationOf(cast, customer, index, momentOf(daysAgo, chance, now.getTime()))
  })
}

/** Customers with a conversation: their tokens let the director write as them. */
export const VISITORS = CONVERSATIONS
