// Redaction of the request log that administrators and module authors read. Keys, tokens and secrets are removed; personal data
// is masked so that only people who know the person recognise them; the shape of the message stays, since module authors need it.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const SECRETS = words(
  'apikey x-api-key token secret password authorization cookie signature transporttoken transport_token key',
)
const PEOPLE = words(
  'email firstname first_name lastname last_name patronymic nickname text content comment note address legalname inn profile_url avatar',
)
const PHONE = /(?:(?<![\w.-])|(?<=%[\da-f]{2}))(?!\d{4}-\d\d-\d\d)\+?\d(?:[\s().-]?\d){8,18}(?![\w-])/gi
const EMAIL = /[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}\.[\w.-]{1,190}/g
/** Secrets that are recognised wherever they are: API keys, signing secrets, and 32 random bytes as tokens and sessions are. */
const OWN_SECRET =
  /\bpb_[a-z0-9]{8}_[\w-]{10,}|\bwhsec_[\w+/=-]{10,}|(?<![\w-])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])|(?<![\w+/])[\w+/]{43}=/g
/** Secrets without a prefix are no shorter. */
const SHORTEST_BARE_SECRET = 43
const SECRET_NAMES = 'apikey|x-api-key|token|secret|password|authorization|cookie|signature'
const PERSON_NAMES = 'first_?name|last_?name|patronymic|nickname'
/** A name with its value in text that is neither JSON nor a form, or that was cut off in the middle; in quotes, up to the closing one. */
const named = (names: string): RegExp =>
  new RegExp(`(${names})(\\\\?["']?\\s*[:=]\\s*)(?:(\\\\?["'])(?:(?!\\3).)*|[^"'&\\s,;}<]+)`, 'gi')
const SECRET_IN_TEXT = named(SECRET_NAMES)
const PERSON_IN_TEXT = named(PERSON_NAMES)
/** The same in a form that is part of such a text. */
const IN_FORM = new RegExp(`(${SECRET_NAMES}|${PERSON_NAMES})(%22%3A%22)(?:(?!%22)\\S)*`, 'gi')
/** Without these there is no secret that has a name, and no phone or card. */
const ASSIGNS = /[:=]/
const HAS_DIGIT = /\d/
/** What follows # in a link is for the browser that opens it: tokens, as a rule. */
const FRAGMENT = /(https?:\/\/[^\s"'<>#]*#)[^\s"'<>]+/gi
const KEPT_CHARACTERS = 8_000
const GONE = '[removed]'

const maskDigits = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  return `${text.startsWith('+') ? '+' : ''}${digits.slice(0, 2)}${'*'.repeat(Math.max(0, digits.length - 4))}${digits.slice(-2)}`
}

const maskEmail = (text: string): string => `${text.slice(0, 1)}***@${text.split(/@|%40/)[1] ?? ''}`

const mayHoldSecret = (text: string): boolean =>
  text.length >= SHORTEST_BARE_SECRET || text.includes('pb_') || text.includes('whsec_')

/** Removes secrets only: for what is kept as evidence, where a masked number would be lost. */
export const removeSecrets = (given: string): string => {
  // Each pattern costs much more than looking for the character that it needs, and most texts have none of them.
  const text = ASSIGNS.test(given) ? given.replace(SECRET_IN_TEXT, `$1$2$3${GONE}`) : given
  return mayHoldSecret(text) ? text.replace(OWN_SECRET, GONE) : text
}

/** Free text: phone numbers, card numbers and e-mail addresses keep their edges only. */
export const redactText = (given: string, most = KEPT_CHARACTERS): string => {
  let text = given.slice(0, most)
  if (text.includes('#')) text = text.replace(FRAGMENT, `$1${GONE}`)
  text = removeSecrets(text)
  if (ASSIGNS.test(text)) text = text.replace(PERSON_IN_TEXT, `$1$2$3${GONE}`)
  if (text.includes('%22')) text = text.replace(IN_FORM, `$1$2${GONE}`)
  if (text.includes('@') || text.includes('%40')) text = text.replace(EMAIL, maskEmail)
  return HAS_DIGIT.test(text) ? text.replace(PHONE, maskDigits) : text
}

const initialOf = ([first = '']: string): string => `${first}***`

/** What is still kept of a long message. Beyond it nothing is redacted, since it is cut off. */
type Room = { characters: number }

const redactValue = (name: string, value: unknown, depth: number, room: Room): unknown => {
  const known = name.toLowerCase()
  if (SECRETS.has(known)) return GONE
  if (depth > 12) return '[deep]'
  if (typeof value === 'string') {
    const text = PEOPLE.has(known) && value !== '' ? initialOf(value) : redactString(value, depth, room)
    room.characters -= text.length
    return text
  }
  if (typeof value === 'number')
    return Number.isInteger(value) && value > 999_999_999 ? maskDigits(String(value)) : value
  if (Array.isArray(value)) {
    const kept: unknown[] = []
    for (const item of value) if (room.characters > 0) kept.push(redactValue(name, item, depth + 1, room))
    return kept
  }
  if (typeof value === 'object' && value !== null) {
    const kept: [string, unknown][] = []
    for (const [key, member] of Object.entries(value)) {
      if (room.characters <= 0) break
      kept.push([key, redactValue(key, member, depth + 1, room)])
      room.characters -= key.length
    }
    return Object.fromEntries(kept)
  }
  return value
}

/** A parameter may hold JSON of its own. */
const redactString = (text: string, depth: number, room: Room): string => {
  if (!/^\s*[[{]/.test(text)) return redactText(text)
  try {
    return JSON.stringify(redactValue('', JSON.parse(text), depth + 1, { ...room }))
  } catch {
    return redactText(text)
  }
}

/** The parameters of a request or the members of a response. */
export const redactFields = (fields: unknown): string =>
  JSON.stringify(redactValue('', fields, 0, { characters: KEPT_CHARACTERS }) ?? null).slice(0, KEPT_CHARACTERS)

/** A body as it was sent: JSON, a form, or something else. */
export const redactBody = (body: string, most = KEPT_CHARACTERS): string => {
  const text = body.trim()
  if (/^[[{]/.test(text)) return redactString(text, 0, { characters: most }).slice(0, most)
  if (/^[\w%.[\]-]+=/.test(text)) return redactFields(Object.fromEntries(new URLSearchParams(text)))
  return redactText(text, most).slice(0, most)
}

/** A form stays a form, with the values redacted: where nothing was, it is what was sent. */
export const redactForm = (text: string): string => {
  if (!/^[\w%.[\]-]+=/.test(text)) return redactText(text)
  const room = { characters: KEPT_CHARACTERS }
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => [name, String(redactValue(name, value, 0, room))])
  return new URLSearchParams(pairs).toString().slice(0, KEPT_CHARACTERS)
}

/** Headers that say how a message is made and signed. The values of all others may be secret. */
const PLAIN_HEADERS = words(
  `accept accept-encoding accept-language cache-control connection content-encoding content-length content-range content-type
  date idempotency-key range retry-after server transfer-encoding user-agent vary via webhook-id webhook-signature
  webhook-timestamp x-client-id clientid x-request-id x-powered-by`,
)

/** The header names of a message, with the values of those that are no secret. */
export const redactHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      PLAIN_HEADERS.has(name) ? String(value ?? '').slice(0, 500) : GONE,
    ]),
  )

/** A path as it was sent, or decoded and redacted where it held something: an id may be an e-mail address or a phone. */
const redactPath = (path: string): string => {
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // A broken escape: redacted as it is.
  }
  const redacted = redactText(decoded)
  return redacted === decoded ? path : redacted
}

/** An address: the query is redacted by name, the path keeps its phone-like numbers masked. */
export const redactUrl = (address: string): string => {
  const [path = '', query] = address.split('?', 2)
  if (query === undefined) return redactPath(path)
  const room = { characters: KEPT_CHARACTERS }
  const shown = [...new URLSearchParams(query)].map(
    ([name, value]) => `${name}=${String(redactValue(name, value, 0, room))}`,
  )
  return `${redactPath(path)}?${shown.join('&')}`.slice(0, 2_000)
}
