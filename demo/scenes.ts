// The script of the demo. A scene is a list of steps; which scene follows, and with whom, depends on the seed alone.
import { createRandom, type FixtureCustomer } from '@patchbay/testkit/fixture-orders'
import type { Cast, Talk } from './cast.ts'
import { VISITORS } from './history.ts'

export type Shop = 'hold-auto' | 'hold-manual' | 'direct'
export type Card = 'works' | 'refund-refused' | 'short-hold'

export type Step =
  | { do: 'wait'; seconds: number }
  | { do: 'call'; call: string; phone: string; to: '600' | '700'; line: string }
  /** By a user who has the workspace open; the colleague if there is none. */
  | { do: 'answer'; call: string }
  | { do: 'hang-up'; call: string }
  | { do: 'order'; customer: FixtureCustomer; items: OrderItem[]; shop: Shop }
  /** What follows an order concerns that order. */
  | { do: 'invoice' }
  | { do: 'pay'; card: Card }
  /** Until the invoice has this status. */
  | { do: 'until'; status: string }
  | { do: 'operate'; kind: 'approve' | 'refund' }
  | { do: 'write'; visitor: number; text: string }
  /** With a button below it, for the visitor's answer. */
  | { do: 'reply'; visitor: number; text: string; quickReply: string }
  | { do: 'react'; visitor: number; emoji: string }
  /** The colleague reacts to the last message of the visitor. */
  | { do: 'colleague-reacts'; visitor: number; emoji: string }
  /** The channel refuses the next reaction with this emoji. */
  | { do: 'refuse-emoji'; emoji: string }

export type OrderItem = { productName: string; initialPrice: string; quantity: number }

/** On the panel. */
export const SCENES = [
  'try-a-call',
  'unknown-caller',
  'two-calls',
  'hold-ends',
  'refund-refused',
  'emoji-refused',
  'order-paid',
  'chat',
] as const
export type SceneName = (typeof SCENES)[number]

export const FAULTS = ['lost-hangup', 'yes-then-silence', 'double-reports', 'slow-module', 'redis-stopped'] as const
export type FaultName = (typeof FAULTS)[number]

type DaySceneName =
  | 'first-call'
  | 'customer-calls'
  | 'missed-call'
  | 'order-paid'
  | 'order-held'
  | 'chat'
  | 'chat-waits'

type Chance = (below: number) => number

const wait = (seconds: number): Step => ({ do: 'wait', seconds })

const pick = <T>(list: readonly T[], chance: Chance): T => {
  const found = list[chance(list.length)]
  if (found === undefined) throw new Error('There is nothing to choose from')
  return found
}

/** 555-0100 to 555-0199 are reserved for fiction in every area. */
const stranger = (chance: Chance): string => `+1303555${String(100 + chance(100)).padStart(4, '0')}`

const lineOf = (cast: Cast, chance: Chance): string => pick(cast.lines, chance).externalPhone

type CallOptions = { rings?: number; talks?: number; to?: '600' | '700' }

/** Without `talks` nobody answers. */
const aCall = (cast: Cast, chance: Chance, phone: string, options: CallOptions = {}): Step[] => {
  const { rings = 8, talks, to = '700' } = options
  const call = 'call'
  const answered: Step[] = talks === undefined ? [] : [{ do: 'answer', call }, wait(talks)]
  return [
    { do: 'call', call, phone, to, line: lineOf(cast, chance) },
    wait(rings),
    ...answered,
    { do: 'hang-up', call },
  ]
}

const customerOf = ({ trade }: Cast, chance: Chance): FixtureCustomer => pick(trade.customers, chance)
const phoneOf = ({ phone }: FixtureCustomer): string => phone.replaceAll(' ', '')

const anOrder = (cast: Cast, chance: Chance, shop: Shop, card: Card): Step[] => {
  const { name, price } = pick(cast.trade.products, chance)
  const items = [{ productName: name, initialPrice: price, quantity: 1 + chance(2) }]
  return [
    { do: 'order', customer: customerOf(cast, chance), items, shop },
    wait(3),
    { do: 'invoice' },
    wait(4),
    { do: 'pay', card },
  ]
}

const refunded: Step[] = [{ do: 'until', status: 'succeeded' }, wait(3), { do: 'operate', kind: 'refund' }]

const aChat = (cast: Cast, chance: Chance): { visitor: number; talk: Talk } => ({
  visitor: chance(VISITORS),
  talk: pick(cast.talks, chance),
})

const chatWithReply = (cast: Cast, chance: Chance): Step[] => {
  const { visitor, talk } = aChat(cast, chance)
  return [
    { do: 'write', visitor, text: talk.question },
    wait(8),
    { do: 'reply', visitor, text: talk.reply, quickReply: talk.thanks },
    wait(5),
    { do: 'react', visitor, emoji: chance(2) === 0 ? '👍' : '❤️' },
    wait(2),
    { do: 'write', visitor, text: talk.thanks },
  ]
}

const twoCalls = (cast: Cast, chance: Chance): Step[] => [
  { do: 'call', call: 'first', phone: phoneOf(customerOf(cast, chance)), to: '700', line: lineOf(cast, chance) },
  wait(2),
  { do: 'call', call: 'second', phone: stranger(chance), to: '700', line: lineOf(cast, chance) },
  wait(6),
  { do: 'answer', call: 'first' },
  wait(8),
  { do: 'hang-up', call: 'second' },
  wait(4),
  { do: 'hang-up', call: 'first' },
]

const refusedEmoji = (cast: Cast, chance: Chance): Step[] => {
  const { visitor, talk } = aChat(cast, chance)
  return [
    { do: 'write', visitor, text: talk.question },
    wait(3),
    { do: 'refuse-emoji', emoji: '😂' },
    { do: 'colleague-reacts', visitor, emoji: '😂' },
  ]
}

type Script = (cast: Cast, chance: Chance) => Step[]

const SCRIPTS: Record<SceneName | DaySceneName, Script> = {
  'try-a-call': (cast, chance) => aCall(cast, chance, phoneOf(customerOf(cast, chance)), { rings: 10, talks: 15 }),
  'unknown-caller': (cast, chance) => aCall(cast, chance, stranger(chance), { rings: 10, talks: 20 }),
  'two-calls': twoCalls,
  'hold-ends': (cast, chance) => [
    ...anOrder(cast, chance, 'hold-manual', 'short-hold'),
    { do: 'until', status: 'canceled' },
  ],
  'refund-refused': (cast, chance) => [...anOrder(cast, chance, 'direct', 'refund-refused'), ...refunded],
  'emoji-refused': refusedEmoji,
  'order-paid': (cast, chance) => anOrder(cast, chance, 'hold-auto', 'works'),
  chat: chatWithReply,
  'customer-calls': (cast, chance) =>
    aCall(cast, chance, chance(4) === 0 ? stranger(chance) : phoneOf(customerOf(cast, chance)), {
      talks: 12,
      to: '600',
    }),
  // On every phone, so that a user who has just signed in sees it.
  'first-call': (cast, chance) => aCall(cast, chance, phoneOf(customerOf(cast, chance)), { talks: 12 }),
  'missed-call': (cast, chance) => aCall(cast, chance, phoneOf(customerOf(cast, chance)), { rings: 12, to: '600' }),
  'order-held': (cast, chance) => anOrder(cast, chance, 'hold-manual', 'works'),
  'chat-waits': (cast, chance) => {
    const { visitor, talk } = aChat(cast, chance)
    return [{ do: 'write', visitor, text: talk.question }]
  },
}

/** What shows the fault best. */
const FAULT_SCRIPTS: Record<FaultName, Script> = {
  'lost-hangup': (cast, chance) => aCall(cast, chance, phoneOf(customerOf(cast, chance)), { rings: 5, talks: 6 }),
  'yes-then-silence': (cast, chance) => [...anOrder(cast, chance, 'direct', 'works'), ...refunded],
  'double-reports': (cast, chance) => [
    ...anOrder(cast, chance, 'direct', 'works'),
    ...aCall(cast, chance, phoneOf(customerOf(cast, chance)), { rings: 5, talks: 6 }),
  ],
  'slow-module': (cast, chance) => anOrder(cast, chance, 'direct', 'works'),
  'redis-stopped': (cast, chance) => aCall(cast, chance, stranger(chance), { rings: 6, talks: 8 }),
}

/** Each scene that is played on demand gets another seed. */
export const sceneSteps = (name: SceneName, cast: Cast, seed: number): Step[] =>
  SCRIPTS[name](cast, createRandom(seed * 7_919 + cast.trade.seed))

export const faultSteps = (name: FaultName, cast: Cast, seed: number): Step[] =>
  FAULT_SCRIPTS[name](cast, createRandom(seed * 7_919 + cast.trade.seed))

/** The morning: one of everything, so that no list is empty. Then as it comes. */
const MORNING: readonly DaySceneName[] = [
  ...['first-call', 'chat-waits', 'first-call', 'order-paid', 'order-held', 'chat', 'missed-call'],
] as DaySceneName[]
const REST: readonly DaySceneName[] = [
  ...['customer-calls', 'customer-calls', 'customer-calls', 'missed-call'],
  ...['order-paid', 'order-paid', 'order-held', 'chat', 'chat', 'chat-waits'],
] as DaySceneName[]

const SHORTEST_PAUSE = 4
const PAUSES = 6

/** The scenes of a day, one after the other, for ever. */
export function* daySteps(cast: Cast, seed: number): Generator<Step[]> {
  const chance = createRandom(seed * 104_729 + cast.trade.seed)
  for (let place = 0; ; place++) {
    const name = MORNING[place] ?? pick(REST, chance)
    yield [...SCRIPTS[name](cast, chance), wait(SHORTEST_PAUSE + chance(PAUSES))]
  }
}
