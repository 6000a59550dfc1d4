import secureJson from 'secure-json-parse'

const MAX_DEPTH = 32
const TOO_DEEP = `it is nested deeper than ${MAX_DEPTH} levels`

export type Parsed = { ok: true; value: unknown } | { ok: false; reason: string }

/**
 * Why a value is rejected, or undefined. PostgreSQL stores no NUL and no lone surrogate, and extreme depth is an attack on the
 * code that walks the value.
 */
export const whyUnfit = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return 'it holds a NUL character'
    return value.isWellFormed() ? undefined : 'it holds half of a surrogate pair'
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH) return TOO_DEEP
  for (const [key, member] of Object.entries(value)) {
    const reason = (Array.isArray(value) ? undefined : whyUnfit(key)) ?? whyUnfit(member, depth + 1)
    if (reason) return reason
  }
  return undefined
}

/** The place of the quote that ends the string which begins here. */
const endOfString = (text: string, start: number): number => {
  for (let place = start + 1; ; place++) {
    const code = text.charCodeAt(place)
    if (code === 0x5c) place++
    else if (code === 0x22 || Number.isNaN(code)) return place
  }
}

/** Before it is parsed: megabytes of brackets would keep the parser busy for seconds. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code === 0x22) place = endOfString(text, place)
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

/** Parses JSON that came from outside: no prototype keys, bounded depth, only text that the database can store. */
export const parseJson = (text: string): Parsed => {
  if (isTooDeep(text)) return { ok: false, reason: TOO_DEEP }
  try {
    // A byte order mark is not JSON, but some exporters write one.
    const value: unknown = secureJson.parse(text.replace(/^\uFEFF/, ''), {
      protoAction: 'error',
      constructorAction: 'error',
    })
    const reason = whyUnfit(value)
    return reason ? { ok: false, reason } : { ok: true, value }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.slice(0, 200) : 'unreadable' }
  }
}

/** Text that PostgreSQL can store: without NUL, and without half a surrogate pair, which cutting a text can leave. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/** In JSON, NUL and lone surrogates, and nothing else that PostgreSQL refuses, are written as escapes. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** JSON whose texts PostgreSQL can store, whatever the value holds. One bad text must not lose a batch of rows. */
export const storableJson = (value: unknown): string => {
  const json = JSON.stringify(value)
  return json.includes('\\u') ? json.replace(UNSTORABLE, '$1\uFFFD') : json
}
