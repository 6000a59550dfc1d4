// The members of a JSON schema as rows: event.phone, calls[].date, each with its type in words.

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: Schema[]
  const?: unknown
  default?: unknown
  enum?: unknown[]
  format?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  additionalProperties?: Schema | boolean
  patternProperties?: Record<string, Schema>
}
export type Field = { name: string; type: string; required: boolean; description: string }
type Schemas = Readonly<Record<string, Schema>>

/** Deeper members are rows of no use: the name of the schema says enough. */
const MOST_DEPTH = 4

const nameOf = (ref: string): string => ref.replace('#/components/schemas/', '')

const resolve = (schemas: Schemas, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {})

const isText = (value: unknown): value is string => typeof value === 'string'
const literal = (value: unknown): string => (isText(value) ? `\`${value}\`` : String(value))

const mapOf = ({ additionalProperties, patternProperties }: Schema): Schema | undefined =>
  Object.values(patternProperties ?? {})[0] ??
  (typeof additionalProperties === 'object' ? additionalProperties : undefined)

const limits = ({ maxLength, minimum, maximum, format }: Schema): string =>
  [
    format,
    maxLength !== undefined && `≤ ${maxLength} characters`,
    minimum !== undefined && `≥ ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `≤ ${maximum}`,
  ]
    .filter(Boolean)
    .join(', ')

export const typeOf = (schemas: Schemas, given: Schema): string => {
  const schema = resolve(schemas, given)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(', ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(schemas, one)))].join(', ')
  if (schema.type === 'array') {
    const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`
    return `list of ${schema.items ? typeOf(schemas, schema.items) : 'anything'}${most}`
  }
  const map = schema.type === 'object' && !schema.properties ? mapOf(schema) : undefined
  if (map) return `map of ${typeOf(schemas, map)}`
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  const limit = limits(schema)
  return limit === '' ? type : `${type} (${limit})`
}

/** What a member consists of: itself, the items of a list, or the values of a map. */
const inside = (schemas: Schemas, given: Schema): { schema: Schema; suffix: string } => {
  const schema = resolve(schemas, given)
  if (schema.type === 'array' && schema.items) {
    const items = inside(schemas, schema.items)
    return { schema: items.schema, suffix: `[]${items.suffix}` }
  }
  const map = schema.properties ? undefined : mapOf(schema)
  if (map) {
    const values = inside(schemas, map)
    return { schema: values.schema, suffix: `.*${values.suffix}` }
  }
  const objects = schema.anyOf?.map((one) => resolve(schemas, one)).filter(({ properties }) => properties) ?? []
  return { schema: objects.length === 1 && objects[0] ? objects[0] : schema, suffix: '' }
}

export const fieldsOf = (schemas: Schemas, schema: Schema, prefix = '', depth = 1): Field[] => {
  const { properties = {}, required = [] } = resolve(schemas, schema)
  return Object.entries(properties).flatMap(([key, value]) => {
    const name = `${prefix}${key}`
    const { schema: inner, suffix } = inside(schemas, value)
    const description = value.description ?? resolve(schemas, value).description ?? ''
    const isRequired = required.includes(key) && value.default === undefined
    const own = { name, type: typeOf(schemas, value), required: isRequired, description }
    return [own, ...(depth < MOST_DEPTH ? fieldsOf(schemas, inner, `${name}${suffix}.`, depth + 1) : [])]
  })
}
