// Generates a valid value from a schema, so that requests pass the validation of every endpoint.

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  const?: unknown
  pattern?: string
  format?: string
  minItems?: number
  minimum?: number
}

const text = (schema: Schema, name: string, ids: Record<string, string>): string => {
  if (ids[name] !== undefined) return ids[name]
  if (schema.format === 'uri') return 'http://93.184.216.34/'
  if (schema.format === 'email') return 'nobody@two.test'
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  return schema.pattern?.includes('[1-9]') ? '1' : 'sample-text-of-some-length'
}

export const sampleOf = (schema: Schema, random: () => number, ids: Record<string, string>, name = ''): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[Math.floor(random() * schema.enum.length)]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], random, ids, name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key))
          .map(([key, member]) => [key, sampleOf(member, random, ids, key)]),
      )
    case 'array':
      return schema.items
        ? Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
            sampleOf(schema.items as Schema, random, ids, name),
          )
        : []
    case 'integer':
    case 'number':
      return Number(ids[name] ?? schema.minimum ?? 1) || 1
    case 'boolean':
      return random() < 0.5
    case 'string':
      return text(schema, name, ids)
    default:
      return {}
  }
}
