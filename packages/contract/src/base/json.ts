const MAX_DEPTH = 32
const TOO_DEEP = `it is nested deeper than ${MAX_DEPTH} levels`

export type Parsed = { ok: true; value: unknown } | { ok: false; reason: string }

/** Names with which a value could change the prototype of all objects. */
const isPrototypeKey = (key: string, member: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' && typeof member === 'object' && member !== null && Object.hasOwn(member, 'prototype'))

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
    if (isPrototypeKey(key, member)) return `the name ${key} is not allowed`
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
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    const reason = whyUnfit(value)
    return reason ? { ok: false, reason } : { ok: true, value }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.slice(0, 200) : 'unreadable' }
  }
}
