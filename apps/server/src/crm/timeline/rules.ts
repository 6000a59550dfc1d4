/** A change of a customer or an order, field by field. */
export type Changes = Record<string, [before: unknown, after: unknown]>

/** The fields that differ; values are compared as JSON. */
export const diffFields = (before: Record<string, unknown>, after: Record<string, unknown>): Changes => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const pairs = names.map((name): [string, [unknown, unknown]] => [name, [before[name] ?? null, after[name] ?? null]])
  return Object.fromEntries(pairs.filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)))
}
