// Redaction of the request log that administrators and module authors read. Keys, tokens and secrets are removed; personal data
// is masked so that only people who know the person recognise them; the shape of the message stays, since module authors need it.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const SECRETS = words(
  'apikey x-api-key token secret password authorization cookie signature transporttoken transport_token key',
)
const PEOPLE = words(
  'email firstname first_name lastname last_name patronymic nickname text content comment note address legalname inn profile_url avatar',
)
const PHONE = /(?<![\w.-])(?!\d{4}-\d\d-\d\d)\+?\d(?:[\s().-]?\d){8,18}(?![\w-])/g
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/g
/** The same names in text that is neither JSON nor a form, or that was cut off in the middle. */
const SECRET_IN_TEXT =
  /(apikey|x-api-key|token|secret|password|authorization|cookie|signature)(["']?\s*[:=]\s*["']?)[^"'&\s,;}<]+/gi
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

const maskEmail = (text: string): string => `${text.slice(0, 1)}***@${text.split('@')[1] ?? ''}`

/** Free text: phone numbers, card numbers and e-mail addresses keep their edges only. */
const redactText = (given: string): string => {
  let text = given.slice(0, KEPT_CHARACTERS)
  // Each pattern costs much more than looking for the character that it needs, and most texts have none of them.
  if (text.includes('#')) text = text.replace(FRAGMENT, `$1${GONE}`)
  if (ASSIGNS.test(text)) text = text.replace(SECRET_IN_TEXT, `$1$2${GONE}`)
  if (text.includes('@')) text = text.replace(EMAIL, maskEmail)
  return HAS_DIGIT.test(text) ? text.replace(PHONE, maskDigits) : text
}

const initialOf = ([first = '']: string): string => `${first}***`

const redactValue = (name: string, value: unknown, depth: number): unknown => {
  const known = name.toLowerCase()
  if (SECRETS.has(known)) return GONE
  if (depth > 12) return '[deep]'
  if (typeof value === 'string')
    return PEOPLE.has(known) && value !== '' ? initialOf(value) : redactString(value, depth)
  if (typeof value === 'number')
    return Number.isInteger(value) && value > 999_999_999 ? maskDigits(String(value)) : value
  if (Array.isArray(value)) return value.map((item) => redactValue(name, item, depth + 1))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redactValue(key, member, depth + 1)]))
  }
  return value
}

/** A parameter may hold JSON of its own. */
const redactString = (text: string, depth: number): string => {
  if (!/^\s*[[{]/.test(text)) return redactText(text)
  try {
    return JSON.stringify(redactValue('', JSON.parse(text), depth + 1))
  } catch {
    return redactText(text)
  }
}

/** The parameters of a request or the members of a response. */
export const redactFields = (fields: unknown): string =>
  JSON.stringify(redactValue('', fields, 0) ?? null).slice(0, KEPT_CHARACTERS)

/** A body as it was sent: JSON, a form, or something else. */
export const redactBody = (body: string): string => {
  const text = body.trim()
  if (/^[[{]/.test(text)) return redactString(text, 0).slice(0, KEPT_CHARACTERS)
  if (/^[\w%.[\]-]+=/.test(text)) return redactFields(Object.fromEntries(new URLSearchParams(text)))
  return redactText(text).slice(0, KEPT_CHARACTERS)
}

/** A form stays a form, with the values redacted: where nothing was, it is what was sent. */
export const redactForm = (text: string): string => {
  if (!/^[\w%.[\]-]+=/.test(text)) return redactText(text)
  const pairs = [...new URLSearchParams(text)].map(([name, value]) => [name, String(redactValue(name, value, 0))])
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

/** An address: the query is redacted by name, the path keeps its phone-like numbers masked. */
export const redactUrl = (address: string): string => {
  const [path = '', query] = address.split('?', 2)
  if (query === undefined) return redactText(path)
  const shown = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${String(redactValue(name, value, 0))}`)
  return `${redactText(path)}?${shown.join('&')}`.slice(0, 2_000)
}
