// Fault injection for the simulators: each fault has been seen in real modules. A behaviour set with `behave` stays
// until it is changed, or for `times` requests.
import type { ServerResponse } from 'node:http'

/** Failures of a response. With the prefix `effect-then-` the request is carried out before it fails. */
export const FAILURES = [
  'error',
  'garbage',
  'empty',
  'hang',
  'reset',
  'slow-drip',
  'busy',
  'redirect',
  'nul-bytes',
  'bad-escapes',
  'deep-json',
] as const
type Failure = (typeof FAILURES)[number]
export type ResponseBehaviour = 'normal' | 'reject' | Failure | `effect-then-${Failure}`

/** Faults of the reports that a simulator sends. */
export const REPORT_FAULTS = [
  'double-reports',
  'reordered-reports',
  'lost-reports',
  // Only of the exchange: the hangup event is never sent; the record is sent late.
  'lost-hangup',
  'late-history',
] as const
export type ReportFault = (typeof REPORT_FAULTS)[number]

export type Behaviour = ResponseBehaviour | ReportFault

export type BehaviourScope = {
  /** Only for requests about this action, webhook type, emoji or phone. */
  on?: string
  times?: number
}

const isReportFault = (behaviour: Behaviour): behaviour is ReportFault =>
  (REPORT_FAULTS as readonly string[]).includes(behaviour)

export type BehaviourPlan = ReturnType<typeof createBehaviourPlan>

type Rule = { behaviour: Behaviour; on: string | undefined; left: number }

export const createBehaviourPlan = () => {
  let rules: Rule[] = []
  const consume = (rule: Rule | undefined): Behaviour | undefined => {
    if (rule && --rule.left <= 0) rules = rules.filter((one) => one !== rule)
    return rule?.behaviour
  }
  return {
    /** `behave('normal')` removes all faults, `behave('normal', { on })` those with this scope. */
    behave: (behaviour: Behaviour, { on, times = Number.POSITIVE_INFINITY }: BehaviourScope = {}): void => {
      rules = rules.filter((rule) => (behaviour === 'normal' ? on !== undefined && rule.on !== on : true))
      if (behaviour !== 'normal') rules.unshift({ behaviour, on, left: times })
    },
    /** The behaviour for a request about these things. */
    nextResponse: (...about: string[]): ResponseBehaviour => {
      const found = rules.find(
        ({ behaviour, on }) => !isReportFault(behaviour) && (on === undefined || about.includes(on)),
      )
      return (consume(found) as ResponseBehaviour | undefined) ?? 'normal'
    },
    nextReportFault: (): ReportFault | undefined =>
      consume(rules.find(({ behaviour }) => isReportFault(behaviour))) as ReportFault | undefined,
  }
}

export const takesEffect = (behaviour: ResponseBehaviour): boolean =>
  behaviour === 'normal' || behaviour.startsWith('effect-then-')

const DRIP_MS = 100

/** Whitespace for ever: a valid beginning of JSON that never ends. */
const dripBytes = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), DRIP_MS)
  response.on('close', () => clearInterval(timer))
}

/** Well-formed JSON with texts that PostgreSQL cannot store. */
const BAD_TEXT = '"a\\u0000b\\ud800c"'
const BAD_ESCAPES = `{"success":true,"external_message_id":${BAD_TEXT},"result":{"paymentId":${BAD_TEXT},"status":${BAD_TEXT}}}`
/** 10 MB of brackets, each inside the one before. */
const DEPTH = 5_000_000

const RESPOND_WITH: Record<Failure, (response: ServerResponse) => unknown> = {
  error: (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{}'),
  garbage: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>It works!</html>'),
  empty: (response) => response.writeHead(204).end(),
  hang: () => undefined,
  reset: (response) => response.socket?.destroy(),
  'slow-drip': dripBytes,
  busy: (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  'nul-bytes': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"a": "\u0000\u0000"}'),
  'bad-escapes': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(BAD_ESCAPES),
  'deep-json': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(DEPTH) + ']'.repeat(DEPTH)),
  redirect: (response) => response.writeHead(301, { location: 'http://127.0.0.1:9/' }).end(),
}

/** Responds with the behaviour; `succeed` and `reject` write the simulator's own responses. */
export const respond = (
  behaviour: ResponseBehaviour,
  response: ServerResponse,
  succeed: () => void,
  reject: () => void,
): void => {
  if (behaviour === 'normal') succeed()
  else if (behaviour === 'reject') reject()
  else RESPOND_WITH[behaviour.replace('effect-then-', '') as Failure](response)
}

/** The reports that are sent under a fault. */
export const applyReportFault = <T>(reports: readonly T[], fault: ReportFault | undefined): T[] => {
  if (fault === 'double-reports') return reports.flatMap((report) => [report, report])
  if (fault === 'reordered-reports') return reports.toReversed()
  return fault === 'lost-reports' ? [] : [...reports]
}
