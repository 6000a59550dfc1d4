import type { MockSystem } from './mock-system.ts'
import type { Settings } from './mock-system-state.ts'
import {
  CheckWarning,
  fail,
  type ModuleReply,
  otherSecret,
  type ProbeRequest,
  type SendProbe,
  sendPartialRequest,
} from './send-request.ts'

// The context of a check, its expectations, and the checks that all three kinds of module share.

/** URLs for simulating the customer's side: a POST is sent to them, with each {name} replaced. */
export type Hooks = {
  pay?: string
  visitor?: string
  /** The code of a payment shop; the first one by default. */
  shop?: string
  /** Extensions whose telephones answer; the first registered one by default. */
  extensions?: readonly string[]
  /** Try the softphone in a browser. */
  dock?: boolean
}

export type CheckContext = {
  mockSystem: MockSystem
  settings: Settings
  /** The module's signing secret; a check may rotate it. */
  readonly secret: string
  send: SendProbe
  hooks: Hooks
  /** Whether the module is registered with the mock system, so that its requests can be checked. */
  connected: boolean
  /** How long to wait for a request of the module. */
  waitMs: number
}

export type Check = {
  name: string
  /** Runs despite --only: other checks depend on it. */
  always?: true
  /** Whether the check is part of this run; it is by default. */
  applies?: (context: CheckContext) => boolean
  /** Why the check does not apply; undefined runs it. */
  skipReason?: (context: CheckContext) => string | undefined
  run: (context: CheckContext) => Promise<void>
}

/** Builds valid requests of the kind, and recognises its responses. */
export type Probe = {
  buildRequest: (context: CheckContext) => ProbeRequest
  isRefused: (reply: ModuleReply) => boolean
  isAccepted: (reply: ModuleReply) => boolean
}

export const joinUrl = (baseUrl: string, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`

export const formatReply = (reply: ModuleReply): string => `${reply.status} ${reply.text.slice(0, 200) || '(empty)'}`

export const expectJson = (reply: ModuleReply, what: string): void => {
  if (!reply.type.startsWith('application/json'))
    fail(`${what} must be JSON, but has the content type "${reply.type}": ${formatReply(reply)}`)
}

/** A wrong request must be refused: not carried out, and not answered with 5xx. */
export const expectRefusal = (probe: Probe, reply: ModuleReply, what: string): void => {
  if (probe.isAccepted(reply)) fail(`${what} was carried out: ${formatReply(reply)}`)
  if (reply.status >= 500) fail(`${what} made the module fail: ${formatReply(reply)}`)
  if (!probe.isRefused(reply)) fail(`${what} was not refused: ${formatReply(reply)}`)
}

const expectReason = (reply: ModuleReply, what: string): void => {
  expectJson(reply, `The refusal of ${what}`)
  const { errorMsg, error, errors } = reply.json as {
    errorMsg?: unknown
    error?: { message?: unknown }
    errors?: unknown[]
  }
  const reason = errorMsg ?? error?.message ?? errors?.[0]
  if (typeof reason !== 'string' || reason === '') fail(`The refusal of ${what} gives no reason: ${formatReply(reply)}`)
}

const minutesFromNow = (count: number): Date => new Date(Date.now() + count * 60_000)

/** The changed content is still valid, so only the signature can reveal the change. */
const appendField = (signed: string): string =>
  signed.startsWith('{') ? signed.replace(/}$/, ',"x":1}') : `${signed}&x=1`

const wrongSignatures = (probe: Probe): Check[] => {
  const refused = (name: string, overrides: () => Parameters<SendProbe>[1]): Check => ({
    name: `refuses ${name}`,
    run: async ({ send, ...context }) => {
      const reply = await send(probe.buildRequest({ send, ...context }), overrides())
      expectRefusal(probe, reply, `A request ${name.replace(/^a request /, '')}`)
      expectReason(reply, name)
    },
  })
  return [
    refused('a request without a signature', () => ({ unsigned: true })),
    refused('a request signed with another secret', () => ({ secrets: [otherSecret()] })),
    refused('a request whose content was changed after it was signed', () => ({ tamper: appendField })),
    refused('a request whose webhook-id was changed', () => ({ changeId: true })),
    refused('a request signed six minutes ago', () => ({ at: minutesFromNow(-6) })),
    refused('a request signed for six minutes from now', () => ({ at: minutesFromNow(6) })),
    refused('an old signature with a fresh time', () => ({ at: minutesFromNow(-10), changeTime: true })),
    refused('an unknown clientId, though well signed', () => ({ clientId: 'nobody-knows-me' })),
    refused('a request without a clientId', () => ({ clientId: null })),
  ]
}

const activity = (active: boolean): Check => ({
  name: `accepts the activity callback: switched ${active ? 'on' : 'off'}`,
  skipReason: ({ settings }) =>
    settings.actions?.activity && settings.baseUrl ? undefined : 'the module registered no actions.activity',
  run: async ({ send, settings, mockSystem }) => {
    const url = joinUrl(settings.baseUrl ?? '', settings.actions?.activity ?? '')
    const fields = { activity: JSON.stringify({ active, freeze: false }), systemUrl: mockSystem.url }
    const reply = await send({ method: 'POST', url, fields })
    if (reply.status !== 200 || reply.json.success !== true)
      fail(`responded ${formatReply(reply)} instead of {"success":true}`)
    const unsigned = await send({ method: 'POST', url, fields }, { unsigned: true })
    if (unsigned.status === 200 && unsigned.json.success === true)
      fail('accepted the same callback without a signature')
  },
})

/** Sets the skip reason of all checks that have none of their own. */
export const withSkipReason = (skipReason: NonNullable<Check['skipReason']>, checks: readonly Check[]): Check[] =>
  checks.map((check) => ({ skipReason, ...check }))

/** A module that cannot is not wrong: its administrator enters the new secret by hand. */
const followsRotation = (probe: Probe): Check => ({
  name: 'takes up a new signing secret by itself when the old one no longer signs',
  skipReason: ({ connected }) => (connected ? undefined : 'the module is not connected to the mock system'),
  run: async (context) => {
    const { mockSystem, secret } = context
    mockSystem.secret = otherSecret()
    const reply = await context.send(probe.buildRequest(context), { secrets: [mockSystem.secret] })
    if (probe.isAccepted(reply)) return
    mockSystem.secret = secret
    throw new CheckWarning(
      `responded ${formatReply(reply)}: after a rotation somebody has to give the module its new secret, or it fetches signature.secret from GET /api/v5/integration-modules/{code}`,
    )
  },
})

/** The checks of every kind of module. */
export const sharedChecks = (probe: Probe): Check[] => [
  // Before the wrong signatures: a module need not ask for its secret after each of them.
  followsRotation(probe),
  ...wrongSignatures(probe),
  {
    name: 'accepts a request that is signed with the old and the new secret',
    run: async (context) => {
      const reply = await context.send(probe.buildRequest(context), { secrets: [otherSecret(), context.secret] })
      if (!probe.isAccepted(reply)) fail(`during a rotation of the secret the module responded ${formatReply(reply)}`)
    },
  },
  {
    name: 'keeps responding while other clients send incomplete requests',
    run: async (context) => {
      const request = probe.buildRequest(context)
      const disconnects = await Promise.all(Array.from({ length: 5 }, () => sendPartialRequest(request.url)))
      try {
        const reply = await context.send(request)
        if (!probe.isAccepted(reply)) fail(`responded ${formatReply(reply)}`)
      } finally {
        for (const disconnect of disconnects) disconnect()
      }
    },
  },
  {
    name: 'handles twenty concurrent requests',
    run: async (context) => {
      const all = await Promise.all(Array.from({ length: 20 }, () => context.send(probe.buildRequest(context))))
      const bad = all.find((reply) => !probe.isAccepted(reply))
      if (bad) fail(`the response to one of twenty was ${formatReply(bad)}`)
    },
  },
  activity(false),
  activity(true),
]

/** What a module does after its last answer arrives a little later: waits until it has sent nothing for a while. */
const untilQuiet = async ({ mockSystem, waitMs }: CheckContext): Promise<void> => {
  for (let before = -1; before !== mockSystem.received.length; ) {
    before = mockSystem.received.length
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs / 4, 500)))
  }
}

/** Every request that the module sent must be valid. */
export const sendsValidRequests: Check = {
  name: 'sends nothing that the system would refuse',
  skipReason: ({ connected }) => (connected ? undefined : 'the module is not connected to the mock system'),
  run: async (context) => {
    await untilQuiet(context)
    const { mockSystem } = context
    const bad = mockSystem.received.filter(({ problem }) => problem !== undefined)
    const problems = new Set(bad.map(({ method, path, problem }) => `${method} ${path}: ${problem}`))
    if (problems.size > 0) fail([...problems].slice(0, 5).join('; '))
  },
}

/** Nothing of it is refused, so it does not fail the run. */
export const sendsWhatIsUsed: Check = {
  name: 'sends nothing that the system accepts but cannot use as it is meant',
  skipReason: ({ connected }) => (connected ? undefined : 'the module is not connected to the mock system'),
  run: async ({ mockSystem }) => {
    const all = mockSystem.received.flatMap(({ method, path, warnings }) =>
      warnings.map((text) => `${method} ${path}: ${text}`),
    )
    const different = [...new Set(all)]
    if (different.length > 0) throw new CheckWarning(different.slice(0, 5).join('; '))
  },
}

/** A URL of the command line with its placeholders replaced; `more` are those of this kind beside the common ones. */
export const fillTemplate = (
  { settings }: Pick<CheckContext, 'settings'>,
  template: string,
  more: Record<string, string> = {},
): string => {
  const values: Record<string, string> = { url: settings.baseUrl ?? '', clientId: settings.clientId, ...more }
  const known = Object.keys(values).map((name) => `{${name}}`)
  return template.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => values[name] ?? fail(`${whole} in "${template}" is not known; use ${known.join(', ')}`),
  )
}
