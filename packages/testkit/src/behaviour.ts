// How a counterpart behaves: one word for each fault that modules have shown. What `behave` is told holds until it is told
// something else, or for so many times.
import type { ServerResponse } from 'node:http'

/** How a request is met. With `effect-then-` in front of it, what was asked for is done first. */
export const ENDS = ['error', 'garbage', 'empty', 'hang', 'reset', 'slow-drip', 'busy', 'redirect'] as const
type End = (typeof ENDS)[number]
export type Answering = 'well' | 'refuse' | End | `effect-then-${End}`

/** What becomes of what the counterpart has to tell by itself. */
export const TELLINGS = [
  'double-reports',
  'reordered-reports',
  'lost-reports',
  // Of an exchange: nobody hears that a call has ended; its record comes when everything is over.
  'lost-hangup',
  'late-history',
] as const
export type Telling = (typeof TELLINGS)[number]

export type Behaviour = Answering | Telling

export type Where = {
  /** Only where the request is about this: an action, a type of webhook, an emoji, a phone. */
  on?: string
  times?: number
}

const isTelling = (behaviour: Behaviour): behaviour is Telling => (TELLINGS as readonly string[]).includes(behaviour)

export type Plan = ReturnType<typeof createPlan>

type Rule = { behaviour: Behaviour; on: string | undefined; left: number }

export const createPlan = () => {
  let rules: Rule[] = []
  const use = (rule: Rule | undefined): Behaviour | undefined => {
    if (rule && --rule.left <= 0) rules = rules.filter((one) => one !== rule)
    return rule?.behaviour
  }
  return {
    /** `behave('well')` ends every trouble, `behave('well', { on })` those of one thing. */
    behave: (behaviour: Behaviour, { on, times = Number.POSITIVE_INFINITY }: Where = {}): void => {
      rules = rules.filter((rule) => (behaviour === 'well' ? on !== undefined && rule.on !== on : true))
      if (behaviour !== 'well') rules.unshift({ behaviour, on, left: times })
    },
    /** How to meet a request that is about these things. */
    answering: (...about: string[]): Answering => {
      const found = rules.find(({ behaviour, on }) => !isTelling(behaviour) && (on === undefined || about.includes(on)))
      return (use(found) as Answering | undefined) ?? 'well'
    },
    telling: (): Telling | undefined => use(rules.find(({ behaviour }) => isTelling(behaviour))) as Telling | undefined,
  }
}

export const takesEffect = (answering: Answering): boolean =>
  answering === 'well' || answering.startsWith('effect-then-')

const DRIP_MS = 100

/** One space after the other, which any JSON may begin with, and never the JSON. */
const drip = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drops = setInterval(() => response.write(' '), DRIP_MS)
  response.on('close', () => clearInterval(drops))
}

const MEET: Record<End, (response: ServerResponse) => unknown> = {
  error: (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{}'),
  garbage: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>It works!</html>'),
  empty: (response) => response.writeHead(204).end(),
  hang: () => undefined,
  reset: (response) => response.socket?.destroy(),
  'slow-drip': drip,
  busy: (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  redirect: (response) => response.writeHead(301, { location: 'http://127.0.0.1:9/' }).end(),
}

/** Answers as the word says; a yes and a no are the counterpart's own. */
export const meet = (answering: Answering, response: ServerResponse, yes: () => void, no: () => void): void => {
  if (answering === 'well') yes()
  else if (answering === 'refuse') no()
  else MEET[answering.replace('effect-then-', '') as End](response)
}

/** What is really sent of what there is to tell. */
export const arrange = <T>(reports: readonly T[], telling: Telling | undefined): T[] => {
  if (telling === 'double-reports') return reports.flatMap((report) => [report, report])
  if (telling === 'reordered-reports') return reports.toReversed()
  return telling === 'lost-reports' ? [] : [...reports]
}
