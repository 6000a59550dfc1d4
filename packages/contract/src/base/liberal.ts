// D-03: liberal in what we accept, strict in what we send. Public clients send ids as numbers or strings, booleans as
// 1/0/True/"false", an empty PHP array for an empty object, an object with gaps for a list, null for absent, and
// unknown members; Go clients omit false. One walk along the schema converts all of that into the documented type; what
// it cannot convert it leaves alone, so that validation names the field.

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  required?: string[]
  const?: unknown
  default?: unknown
  additionalProperties?: unknown
}

const FLAGS = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true', 'True', 'TRUE', 'on', 'yes'].map((value): [unknown, boolean] => [value, true]),
  ...[false, 0, '0', 'false', 'False', 'FALSE', 'off', 'no', ''].map((value): [unknown, boolean] => [value, false]),
])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// A number beyond 2^53 has already lost digits when it gets here: it must not become an id by accident.
const asText = (value: unknown): unknown =>
  typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? String(value)
    : value

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim()) ? Number(value) : value

const asList = (value: unknown): unknown[] | undefined => {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return undefined
  const keys = Object.keys(value)
  // PHP writes a list with gaps as an object with numeric keys; a lone object is a list of one.
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value]
}

/** Go clients send "" for an absent choice (originator, verification_status). */
const isBlankChoice = (parent: Schema, name: string, { enum: choices, default: preset }: Schema, value: unknown) =>
  value === '' &&
  choices !== undefined &&
  !choices.includes('') &&
  (preset !== undefined || !parent.required?.includes(name))

const asObject = (schema: Schema, value: unknown): unknown => {
  if (Array.isArray(value) && value.length === 0) return {}
  if (!isRecord(value)) return value
  const known: Record<string, unknown> = {}
  const map = Object.values(schema.patternProperties ?? {})[0]
  for (const [name, member] of Object.entries(value)) {
    const memberSchema = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : map
    if (member === null || member === undefined) continue
    if (memberSchema && isBlankChoice(schema, name, memberSchema, member)) continue
    if (memberSchema) known[name] = readLiberally(memberSchema, member)
    // Where unknown members are refused (filters), validation has to see them.
    else if (schema.additionalProperties === false) known[name] = member
  }
  for (const [name, memberSchema] of Object.entries(schema.properties ?? {})) {
    if (known[name] === undefined && memberSchema.default !== undefined)
      known[name] = structuredClone(memberSchema.default)
  }
  return known
}

/** Converts what a client sent into the type that the schema documents, as far as that is certain. */
export const readLiberally = (schema: Schema, value: unknown): unknown => {
  if (schema.anyOf) {
    const options = schema.anyOf.filter((option) => option.type !== 'null')
    return options[0] && options.length === 1 ? readLiberally(options[0], value) : value
  }
  if (schema.enum) {
    if (schema.enum.every((member) => typeof member === 'number')) return asNumber(value)
    return schema.enum.every((member) => typeof member === 'string') ? asText(value) : value
  }
  switch (schema.type) {
    case 'string':
      return asText(value)
    case 'number':
    case 'integer':
      return asNumber(value)
    case 'boolean':
      return FLAGS.get(value) ?? value
    case 'array': {
      const list = asList(value)
      return list && schema.items ? list.map((item) => readLiberally(schema.items as Schema, item)) : value
    }
    case 'object':
      return asObject(schema, value)
    default:
      return value
  }
}

const isOpen = ({ properties, patternProperties, additionalProperties }: Schema): boolean =>
  properties === undefined || patternProperties !== undefined || additionalProperties === false

/** D-93: the members of a value that its schema does not have, as paths; one path for all items of a list. */
export const unknownMembers = (schema: Schema, value: unknown, path: string): string[] => {
  const [only, ...others] = schema.anyOf?.filter((option) => option.type !== 'null') ?? []
  if (only) return others.length === 0 ? unknownMembers(only, value, path) : []
  if (schema.type === 'array') {
    const found = (asList(value) ?? []).flatMap((item) => unknownMembers(schema.items ?? {}, item, `${path}[]`))
    return [...new Set(found)]
  }
  if (schema.type !== 'object' || !isRecord(value)) return []
  const map = Object.values(schema.patternProperties ?? {})[0]
  return Object.entries(value).flatMap(([name, member]) => {
    const known = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : map
    if (known) return unknownMembers(known, member, `${path}.${name}`)
    return member === null || isOpen(schema) ? [] : [`${path}.${name}`]
  })
}
