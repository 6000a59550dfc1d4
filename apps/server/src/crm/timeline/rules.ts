/** What a change of a customer or an order was, field by field: before and after. */
export type Changes = Record<string, [before: unknown, after: unknown]>

/** Only what really differs; values are compared as they would be written. */
export const diffFields = (before: Record<string, unknown>, after: Record<string, unknown>): Changes => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const pairs = names.map((name): [string, [unknown, unknown]] => [name, [before[name] ?? null, after[name] ?? null]])
  return Object.fromEntries(pairs.filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)))
}
