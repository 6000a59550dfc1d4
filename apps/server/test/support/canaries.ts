// S7: secrets and personal data that a test sends through the system, where each may be found afterwards, and how it is looked for.

export type Secret =
  | 'API key'
  | 'guessed API key'
  | 'transport token'
  | 'signing secret'
  | 'signature'
  | 'session'
  | 'password'
  | 'refused password'
  | 'link token'
  | 'share token'
  | 'identity provider secret'
  | 'address secret'
export type Personal = 'phone' | 'email' | 'card' | 'name'
export type Kind = Secret | Personal

export const PLACES = [
  'log of the server',
  'log of the worker',
  'metrics',
  'traces',
  'jobs',
  'action log',
  'request log',
  'shared request',
  'webhook log',
  'error answers',
  'exported file',
  'database',
  'Redis',
] as const
export type Place = (typeof PLACES)[number]

/** Forbidden, or the reason why it may be there. */
type Rule = 'never' | { because: string }

const people = (because: string): Partial<Record<Personal, Rule>> => {
  const rule = { because }
  return { phone: rule, email: rule, card: rule, name: rule }
}

/** What may be where. Everything that is not named here is forbidden. */
const ALLOWED: Partial<Record<Place, Partial<Record<Kind, Rule>>>> = {
  'request log': {
    signature: { because: 'a module author compares it; it is of one message, valid for five minutes' },
  },
  'shared request': { signature: { because: 'as in the request log' } },
  'webhook log': people('an administrator reads the messages of the account, as in the chats'),
  'error answers': {
    ...people('only to the caller who sent it in the same request'),
    'API key': { because: 'quoted where it was sent as an id: "customer … not found", only to the caller who sent it' },
  },
  'exported file': people('the customers of a manager who may see them'),
  database: {
    ...people('the data itself'),
    signature: { because: 'in the request log' },
    'address secret': { because: 'the module is called at the address that it registered' },
  },
  Redis: people('live events to browsers of the account, for minutes'),
}

export const ruleFor = (kind: Kind, place: Place): Rule => ALLOWED[place]?.[kind] ?? 'never'

/** Kinds that people write with spaces and hyphens. */
const isNumber = (kind: Kind): boolean => kind === 'phone' || kind === 'card'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** As it is, in an address, in JSON, in base64 (of a header, of a dump), and a number with any separators. */
const patternsOf = (kind: Kind, value: string): RegExp[] => {
  if (isNumber(kind)) return [new RegExp([...value.replace(/\D/g, '')].join('[\\s().-]?'))]
  const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), value.replaceAll(' ', '+')]
  // Three alignments: without the characters at the edges, which depend on what is beside the value.
  const base64 = ['', 'a', 'aa'].map((before) =>
    Buffer.from(before + value)
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before.length === 0 ? 0 : before.length + 1, -1),
  )
  const hex = Buffer.from(value).toString('hex')
  return [...new Set([...forms, ...base64, hex])].map((form) => new RegExp(escaped(form)))
}

export type Canaries = Record<Kind, string>

/** Where it is found first. */
export const finderOf = (kind: Kind, value: string): ((text: string) => number | undefined) => {
  if (value.length < 8) throw new Error(`the canary of ${kind} is too short to be looked for: ${value}`)
  const patterns = patternsOf(kind, value)
  return (text) => patterns.map((pattern) => text.search(pattern)).find((at) => at >= 0)
}

/** Ways in which each kind could be written in a place; the finder must see all of them. */
export const writtenForms = (kind: Kind, value: string): string[] => {
  const around = (text: string): string => `before ${text} after`
  const digits = value.replace(/\D/g, '')
  if (isNumber(kind))
    return [value, digits, digits.replace(/(\d{4})(?=\d)/g, '$1 '), encodeURIComponent(value)].map(around)
  const base64 = ['', 'x', 'xy', 'xyz'].map((before) => Buffer.from(`${before}${value} y`).toString('base64'))
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify({ value }),
    Buffer.from(value).toString('hex'),
    ...base64,
  ].map(around)
}
