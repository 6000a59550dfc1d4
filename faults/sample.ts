// Generates a valid value from a schema, so that requests pass the validation of every endpoint: what it requires.

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
  if (name === 'reaction') return '👍'
  if (schema.format === 'uri') return 'http://93.184.216.34/'
  if (schema.format === 'email') return 'nobody@two.test'
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  return schema.pattern?.includes('[1-9]') ? '1' : 'sample-text-of-some-length'
}

/** `id` within an order is the id of an order. */
const idsWithin = (name: string, { id: _other, ...ids }: Record<string, string>): Record<string, string> => {
  const id = ids[name] ?? ids[`${name}s`]
  return id === undefined ? ids : { ...ids, id }
}

/** An external id names what the caller creates as well. */
const NAMES_A_RECORD = /^id$|^channel$|(?<!xternal)Id$|_id$|Uuid$/

export type Samples = {
  random: () => number
  ids: Record<string, string>
  /** Whether ids that are known are given where none is required. */
  withIds: boolean
}

export const sampleOf = (schema: Schema, samples: Samples, name = ''): unknown => {
  const { random, ids, withIds } = samples
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[Math.floor(random() * schema.enum.length)]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], samples, name)
  switch (schema.type) {
    case 'object': {
      const within = idsWithin(name, ids)
      const isGiven = (key: string): boolean =>
        schema.required?.includes(key) || (withIds && NAMES_A_RECORD.test(key) && within[key] !== undefined)
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => isGiven(key))
          .map(([key, member]) => [key, sampleOf(member, { ...samples, ids: within }, key)]),
      )
    }
    case 'array': {
      const { items } = schema
      return items
        ? Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sampleOf(items, samples, name))
        : []
    }
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
