// The director plays the scenes: the day goes on by itself, one scene at a time, seconds apart; what is asked for on the
// panel is played at once.
import type { AccountFaults } from './faults.ts'
import { switchFault } from './faults.ts'
import type { RedisGateway } from './gateway.ts'
import { daySteps, type FaultName, faultSteps, type SceneName, type Step, sceneSteps } from './scenes.ts'
import type { Stage } from './stage.ts'
import { type Subject, untilTraced } from './traces.ts'

export const PACES = { slow: 2, normal: 1, fast: 0.25 } as const
export type Pace = keyof typeof PACES

export type Entry = {
  id: number
  at: string
  host: string
  /** call.rings, invoice.paid, …; the panel has a text for each. */
  code: string
  values: Record<string, string>
  subject?: Subject
}

type Actor = { stage: Stage; faults: AccountFaults }

const MOST_ENTRIES = 60
/** A demo that was left alone stops filling the database. */
const MOST_SCENES_UNWATCHED = 300

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A little before: clocks of two processes, and whole seconds. */
const justBefore = (at: Date): string => new Date(at.getTime() - 2_000).toISOString()

type Log = (host: string, code: string, values: Record<string, string>, subject?: Subject) => void
type Playing = { calls: Map<string, { id: string; subject: Subject; phone: string }>; order?: PlacedOrder }
type PlacedOrder = { orderId: number; paymentId: number; link?: string; subject: Subject }

type Parts = Actor & { log: Log; playing: Playing }
type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>

const startCall = async ({ stage, log, playing }: Parts, { call, phone, to, line }: StepOf<'call'>) => {
  const subject: Subject = { of: 'call', phone, since: justBefore(new Date()) }
  const id = await stage.phones.call(phone, to, line)
  if (id === undefined) return log(stage.account.host, 'call.busy', { phone })
  playing.calls.set(call, { id, subject, phone })
  // The pauses of a scene are for who watches it: they begin when there is something to see.
  await untilTraced(stage, subject)
  log(stage.account.host, 'call.rings', { phone }, subject)
}

const endCall = async ({ stage, log, playing }: Parts, { call }: StepOf<'hang-up'>) => {
  const known = playing.calls.get(call)
  if (!known) return
  await stage.phones.hangUp(known.id)
  log(stage.account.host, 'call.ended', { phone: known.phone }, known.subject)
}

const placeOrder = async ({ stage, log, playing }: Parts, { customer, items, shop }: StepOf<'order'>) => {
  const { sites } = stage.cast.trade
  const order = await stage.money.order(sites.online, customer.externalId, items, shop)
  playing.order = { ...order, subject: { of: 'invoice', orderId: order.orderId } }
  const name = `${customer.firstName} ${customer.lastName}`
  log(stage.account.host, 'order.created', { name, product: items[0]?.productName ?? '' })
}

const orderOf = ({ playing }: Parts): PlacedOrder => {
  if (!playing.order) throw new Error('No order was placed')
  return playing.order
}

const write = async ({ stage, log }: Parts, { visitor, text }: StepOf<'write'>) => {
  await stage.chat.write(visitor, text)
  const { lastMessage } = await stage.chat.chatOf(visitor, text)
  const subject: Subject = { of: 'message', messageId: lastMessage?.id ?? 0 }
  log(stage.account.host, 'chat.wrote', { name: stage.chat.nameOf(visitor), text }, subject)
}

/** Each step as people do it. */
const PERFORM: { [Name in Step['do']]: (parts: Parts, step: StepOf<Name>) => Promise<void> } = {
  wait: async () => undefined,
  call: startCall,
  answer: async ({ stage, playing, log }, { call }) => {
    const known = playing.calls.get(call)
    if (!known) return
    await stage.phones.answer(known.id)
    log(stage.account.host, 'call.answered', { phone: known.phone }, known.subject)
  },
  'hang-up': endCall,
  order: placeOrder,
  invoice: async (parts) => {
    const order = orderOf(parts)
    order.link = await parts.stage.money.invoice(order.paymentId)
    parts.log(parts.stage.account.host, 'invoice.requested', {}, order.subject)
  },
  pay: async (parts, { card }) => {
    const { link = '', subject } = orderOf(parts)
    await parts.stage.money.pay(link, card)
    parts.log(parts.stage.account.host, 'invoice.paid', {}, subject)
  },
  until: async (parts, { status }) => {
    const { orderId, subject } = orderOf(parts)
    await parts.stage.money.until(orderId, status)
    parts.log(parts.stage.account.host, 'invoice.became', { status }, subject)
  },
  operate: async (parts, { kind }) => {
    const { orderId, subject } = orderOf(parts)
    parts.log(parts.stage.account.host, 'operation.requested', { kind }, subject)
    await parts.stage.money.operate(orderId, kind)
  },
  write,
  reply: async ({ stage, log }, { visitor, text, quickReply }) => {
    await stage.chat.reply(visitor, text, quickReply)
    log(stage.account.host, 'chat.replied', { name: stage.chat.nameOf(visitor), text })
  },
  react: async ({ stage, log }, { visitor, emoji }) => {
    await stage.chat.react(visitor, emoji)
    log(stage.account.host, 'chat.reacted', { name: stage.chat.nameOf(visitor), emoji })
  },
  'colleague-reacts': async ({ stage, log }, { visitor, emoji }) => {
    const messageId = await stage.chat.colleagueReacts(visitor, emoji)
    log(stage.account.host, 'chat.colleague-reacted', { emoji }, { of: 'message', messageId })
  },
  'refuse-emoji': async ({ faults }, { emoji }) =>
    faults.modules.webchat.plan.behave('reject', { on: emoji, times: 1 }),
}

const perform = (parts: Parts, step: Step): Promise<void> =>
  (PERFORM[step.do] as (parts: Parts, step: Step) => Promise<void>)(parts, step)

export type Director = ReturnType<typeof createDirector>

export const createDirector = (actors: ReadonlyMap<string, Actor>, seed: number, redis: RedisGateway | undefined) => {
  const entries: Entry[] = []
  let [lastId, plays, unwatched, onDemand] = [0, 0, 0, 0]
  const day = { isRunning: true, pace: 'normal' as Pace }

  const log: Log = (host, code, values, subject) => {
    entries.unshift({ id: ++lastId, at: new Date().toISOString(), host, code, values, ...(subject && { subject }) })
    entries.length = Math.min(entries.length, MOST_ENTRIES)
  }
  const wait = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= 0.25 / PACES[day.pace]) await sleep(250)
  }
  /**
   * The day waits while somebody watches a scene, or has paused it. A scene that has begun goes on: else a phone would ring
   * for ever.
   */
  const untilDayGoesOn = async (): Promise<void> => {
    do await sleep(250)
    while (onDemand > 0 || !day.isRunning)
  }
  const play = async (actor: Actor, steps: readonly Step[]): Promise<void> => {
    const parts: Parts = { ...actor, log, playing: { calls: new Map() } }
    try {
      for (const step of steps) {
        if (step.do === 'wait') await wait(step.seconds)
        else await perform(parts, step)
      }
    } catch (error) {
      log(actor.stage.account.host, 'failed', { why: error instanceof Error ? error.message : String(error) })
      for (const call of parts.playing.calls.keys())
        await endCall(parts, { do: 'hang-up', call }).catch(() => undefined)
      await wait(5)
    }
  }
  const actorAt = (host: string): Actor => {
    const actor = actors.get(host)
    if (!actor) throw new Error(`There is no account ${host}`)
    return actor
  }
  const playOnDemand = async (host: string, steps: (actor: Actor) => Step[]): Promise<void> => {
    onDemand++
    unwatched = 0
    await play(actorAt(host), steps(actorAt(host))).finally(() => onDemand--)
  }
  return {
    day,
    entries,
    watched: (): void => {
      unwatched = 0
    },
    playScene: (host: string, scene: SceneName): Promise<void> =>
      playOnDemand(host, ({ stage }) => sceneSteps(scene, stage.cast, seed + ++plays)),
    switchFault: async (host: string, fault: FaultName, on: boolean): Promise<void> => {
      // Redis serves all accounts.
      const concerned = fault === 'redis-stopped' ? [...actors.values()] : [actorAt(host)]
      for (const { faults } of concerned) await switchFault(faults, fault, on, redis)
      log(host, on ? 'fault.on' : 'fault.off', { fault })
      // What shows the fault follows by itself.
      if (on) void playOnDemand(host, ({ stage }) => faultSteps(fault, stage.cast, seed + ++plays))
    },
    /** The accounts take turns. */
    runDay: async (): Promise<void> => {
      const days = [...actors.values()].map((actor) => ({ actor, scenes: daySteps(actor.stage.cast, seed) }))
      for (;;) {
        for (const { actor, scenes } of days) {
          await untilDayGoesOn()
          const next = scenes.next()
          if (!next.done) await play(actor, next.value)
          if (++unwatched >= MOST_SCENES_UNWATCHED) day.isRunning = false
        }
      }
    },
  }
}
