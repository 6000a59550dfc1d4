/** D-84: at most this long, printable, no spaces: what clients send is a UUID or the like. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key)

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** D-84: equal requests give equal text, whatever the order of their members; the credentials do not count. */
export const contentOf = (
  path: string,
  query: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): string => {
  const { apiKey: _query, ...parameters } = query
  const { apiKey: _body, ...fields } = body
  return JSON.stringify([path, sorted(parameters), sorted(fields)])
}
