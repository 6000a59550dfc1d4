import { type Asker, complain, otherSecret, type Question, type Said, sayHalf } from './ask.ts'
import type { Settings } from './memory.ts'
import type { StandIn } from './stand-in.ts'

// What every check has at hand, and the checks that all three kinds of module share.

/** Addresses that make the module's other side act: {name} in them is filled in, and they are sent a POST. */
export type Hooks = {
  pay?: string
  visitor?: string
  /** Of a payment module's shops; the first one unless told. */
  shop?: string
}

export type Stage = {
  standIn: StandIn
  settings: Settings
  /** The module's secret, as the stand-in or --secret gave it. */
  secret: string
  ask: Asker
  hooks: Hooks
  /** Whether the module talks to the stand-in, so that what it sends can be seen. */
  seen: boolean
  /** How long to wait for what a module should send. */
  patienceMs: number
}

export type Check = {
  name: string
  /** Runs also when --only names others: what they need comes of it. */
  always?: true
  /** Skipped, with this reason, when the stage lacks it. */
  needs?: (stage: Stage) => string | undefined
  run: (stage: Stage) => Promise<void>
}

/** A right request of the kind, each time a new one, and how the kind says no. */
export type Probe = {
  make: (stage: Stage) => Question
  isRefused: (said: Said) => boolean
  isDone: (said: Said) => boolean
}

export const joinUrl = (baseUrl: string, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`

export const show = (said: Said): string => `${said.status} ${said.text.slice(0, 200) || '(empty)'}`

export const needJson = (said: Said, what: string): void => {
  if (!said.type.startsWith('application/json'))
    complain(`${what} must be JSON, but came as "${said.type}": ${show(said)}`)
}

/** A wrong request is answered with a no and a reason: never a crash, never a page. */
export const needRefusal = (probe: Probe, said: Said, what: string): void => {
  if (probe.isDone(said)) complain(`${what} was carried out: ${show(said)}`)
  if (said.status >= 500) complain(`${what} made the module fail: ${show(said)}`)
  if (!probe.isRefused(said)) complain(`${what} was not refused: ${show(said)}`)
}

const needSentence = (said: Said, what: string): void => {
  needJson(said, `The refusal of ${what}`)
  const { errorMsg, error, errors } = said.json as {
    errorMsg?: unknown
    error?: { message?: unknown }
    errors?: unknown[]
  }
  const sentence = errorMsg ?? error?.message ?? errors?.[0]
  if (typeof sentence !== 'string' || sentence === '') complain(`The refusal of ${what} says no reason: ${show(said)}`)
}

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000)

/** Another content that is still readable, so that only the signature gives it away. */
const flip = (signed: string): string => (signed.startsWith('{') ? signed.replace(/}$/, ',"x":1}') : `${signed}&x=1`)

const wrongSignatures = (probe: Probe): Check[] => {
  const refused = (name: string, twist: () => Parameters<Asker>[1]): Check => ({
    name: `refuses ${name}`,
    run: async ({ ask, ...stage }) => {
      const said = await ask(probe.make({ ask, ...stage }), twist())
      needRefusal(probe, said, `A request ${name.replace(/^a request /, '')}`)
      needSentence(said, name)
    },
  })
  return [
    refused('a request without a signature', () => ({ unsigned: true })),
    refused('a request signed with another secret', () => ({ secrets: [otherSecret()] })),
    refused('a request whose content was changed after it was signed', () => ({ tamper: flip })),
    refused('a request whose webhook-id was changed', () => ({ changeId: true })),
    refused('a request signed six minutes ago', () => ({ at: minutes(-6) })),
    refused('a request signed for six minutes from now', () => ({ at: minutes(6) })),
    refused('an old signature with a fresh time', () => ({ at: minutes(-10), changeTime: true })),
    refused('an unknown clientId, though well signed', () => ({ clientId: 'nobody-knows-me' })),
    refused('a request without a clientId', () => ({ clientId: null })),
  ]
}

const activity = (active: boolean): Check => ({
  name: `takes the news that it was switched ${active ? 'on' : 'off'}`,
  needs: ({ settings }) =>
    settings.actions?.activity && settings.baseUrl ? undefined : 'the module registered no actions.activity',
  run: async ({ ask, settings, standIn }) => {
    const url = joinUrl(settings.baseUrl ?? '', settings.actions?.activity ?? '')
    const fields = { activity: JSON.stringify({ active, freeze: false }), systemUrl: standIn.url }
    const said = await ask({ method: 'POST', url, fields })
    if (said.status !== 200 || said.json.success !== true)
      complain(`answered ${show(said)} instead of {"success":true}`)
    const unsigned = await ask({ method: 'POST', url, fields }, { unsigned: true })
    if (unsigned.status === 200 && unsigned.json.success === true) complain('took the same news without a signature')
  },
})

/** The same need for all of them, unless one has its own. */
export const needing = (needs: NonNullable<Check['needs']>, checks: readonly Check[]): Check[] =>
  checks.map((check) => ({ needs, ...check }))

/** What holds for every kind of module. */
export const sharedChecks = (probe: Probe): Check[] => [
  ...wrongSignatures(probe),
  {
    name: 'takes a request that is signed with the old and the new secret',
    run: async (stage) => {
      const said = await stage.ask(probe.make(stage), { secrets: [otherSecret(), stage.secret] })
      if (!probe.isDone(said)) complain(`a secret is being rotated, and the module answered ${show(said)}`)
    },
  },
  {
    name: 'goes on answering while somebody says half of a request',
    run: async (stage) => {
      const question = probe.make(stage)
      const hangUps = await Promise.all(Array.from({ length: 5 }, () => sayHalf(question.url)))
      try {
        const said = await stage.ask(question)
        if (!probe.isDone(said)) complain(`answered ${show(said)}`)
      } finally {
        for (const hangUp of hangUps) hangUp()
      }
    },
  },
  {
    name: 'answers twenty requests at once',
    run: async (stage) => {
      const all = await Promise.all(Array.from({ length: 20 }, () => stage.ask(probe.make(stage))))
      const bad = all.find((said) => !probe.isDone(said))
      if (bad) complain(`one of twenty was answered ${show(bad)}`)
    },
  },
  activity(false),
  activity(true),
]

/** Everything that the module sent must be what the system takes. */
export const wellFormed: Check = {
  name: 'sends nothing that the system would refuse',
  needs: ({ seen }) => (seen ? undefined : 'the module does not talk to this run'),
  run: async ({ standIn }) => {
    const bad = standIn.heard.filter(({ complaint }) => complaint !== undefined)
    const sentences = new Set(bad.map(({ method, path, complaint }) => `${method} ${path}: ${complaint}`))
    if (sentences.size > 0) complain([...sentences].slice(0, 5).join('; '))
  },
}

export const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
