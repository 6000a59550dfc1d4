/** Text that PostgreSQL can store: without NUL, and without half a surrogate pair, which cutting a text can leave. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/** In JSON, NUL and lone surrogates, and nothing else that PostgreSQL refuses, are written as escapes. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** JSON whose texts PostgreSQL can store, whatever the value holds. One bad text must not lose a batch of rows. */
export const storableJson = (value: unknown): string => {
  const json = JSON.stringify(value)
  return json.includes('\\u') ? json.replace(UNSTORABLE, '$1\uFFFD') : json
}
