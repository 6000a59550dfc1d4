import secureJson from 'secure-json-parse'

const MAX_DEPTH = 32

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
  if (depth >= MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`
  for (const [key, member] of Object.entries(value)) {
    const reason = (Array.isArray(value) ? undefined : whyUnfit(key)) ?? whyUnfit(member, depth + 1)
    if (reason) return reason
  }
  return undefined
}

/** Parses JSON that came from outside: no prototype keys, bounded depth, only text that the database can store. */
export const parseJson = (text: string): Parsed => {
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
