// `npm run check -- api`: the API must stay compatible with the last release: what a client may send keeps being accepted,
// what it reads keeps being there. Additions are allowed; the rule is in docs/guides/upgrade.md.
import { globSync, readFileSync } from 'node:fs'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is walked by name
type Json = any

/** The side that writes a value: what clients write may be widened, what we write may be narrowed. */
type Direction = 'accepted' | 'sent'

type Walk = { before: Json; now: Json; seen: Set<string> }

const resolve = (schema: Json, document: Json): Json =>
  typeof schema?.$ref === 'string' ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema

const typesOf = (schema: Json): string[] => {
  if (schema.type !== undefined) return [schema.type].flat()
  if (schema.enum !== undefined) return [...new Set<string>(schema.enum.map((value: unknown) => typeof value))]
  return []
}

const variantsOf = (schema: Json): Json[] | undefined => schema.anyOf ?? schema.oneOf

/** Limits, with the sign by which a larger figure accepts more. */
const LIMITS = { maxLength: 1, minLength: -1, maximum: 1, minimum: -1, maxItems: 1, minItems: -1 } as const

const compareLimits = (before: Json, now: Json, where: string): string[] =>
  Object.entries(LIMITS).flatMap(([name, sign]) => {
    if (now[name] === undefined) return []
    const narrower = before[name] === undefined || now[name] * sign < before[name] * sign
    const fresh = before[name] === undefined && sign === -1 && now[name] <= 0
    return narrower && !fresh ? [`${where}: ${name} is ${now[name]}, it was ${before[name] ?? 'not set'}`] : []
  })

const compareTypes = (before: Json, now: Json, where: string, direction: Direction): string[] => {
  const [old, fresh] = [typesOf(before), typesOf(now)]
  if (fresh.length === 0 && direction === 'accepted') return []
  const lost =
    direction === 'accepted' ? old.filter((one) => !fresh.includes(one)) : fresh.filter((one) => !old.includes(one))
  if (lost.length > 0 && old.length > 0) return [`${where}: type ${fresh.join('|') || 'any'}, it was ${old.join('|')}`]
  if (old.length === 0 && fresh.length > 0 && direction === 'accepted')
    return [`${where}: type ${fresh.join('|')}, it was any`]
  return []
}

const compareEnums = (before: Json, now: Json, where: string, direction: Direction): string[] => {
  if (direction === 'sent' || now.enum === undefined) return []
  if (before.enum === undefined) return [`${where}: only ${now.enum.join(', ')} are accepted`]
  const gone = before.enum.filter((value: unknown) => !now.enum.includes(value))
  return gone.length > 0 ? [`${where}: ${gone.join(', ')} is no longer accepted`] : []
}

const compareProperties = (before: Json, now: Json, where: string, direction: Direction, walk: Walk): string[] => {
  const [old, fresh] = [before.properties ?? {}, now.properties ?? {}]
  const [wasRequired, isRequired] = [before.required ?? [], now.required ?? []]
  const isObject = now.properties !== undefined || now.additionalProperties !== undefined
  const members = Object.entries(old).flatMap(([name, schema]) => {
    const path = `${where}.${name}`
    if (fresh[name] === undefined) return isObject ? [`${path} is removed`] : []
    if (direction === 'sent' && wasRequired.includes(name) && !isRequired.includes(name))
      return [`${path} is no longer always there`]
    return compareSchemas(schema, fresh[name], path, direction, walk)
  })
  const demanded: string[] =
    direction === 'sent' ? [] : isRequired.filter((name: string) => !wasRequired.includes(name))
  return [...members, ...demanded.map((name) => `${where}.${name} is now required`)]
}

const valuesOf = (schema: Json): unknown[] | undefined => (schema?.const === undefined ? schema?.enum : [schema.const])

/** Variants that differ in a member, such as a code, are compared only with those that share a value of it. */
const isSameKind = (one: Json, other: Json): boolean =>
  Object.entries<Json>(one.properties ?? {}).every(([name, schema]) => {
    const [values, others] = [valuesOf(schema), valuesOf(other.properties?.[name])]
    return values === undefined || others === undefined || values.some((value) => others.includes(value))
  })

/** Every variant that could be written before must be readable now, by the other side. */
const compareVariants = (
  before: Json,
  now: Json,
  where: string,
  direction: Direction,
  walk: Walk,
): string[] | undefined => {
  const [old, fresh] = [variantsOf(before), variantsOf(now)]
  if (!old && !fresh) return undefined
  const [from, to] = direction === 'accepted' ? [old ?? [before], fresh ?? [now]] : [fresh ?? [now], old ?? [before]]
  const fits = (one: Json, other: Json): boolean => {
    const [a, b] = direction === 'accepted' ? [one, other] : [other, one]
    if (!isSameKind(resolve(a, walk.before), resolve(b, walk.now))) return false
    return compareSchemas(a, b, where, direction, { ...walk, seen: new Set(walk.seen) }).length === 0
  }
  const lost = from.filter((one: Json) => !to.some((other: Json) => fits(one, other)))
  const word = direction === 'accepted' ? 'is no longer accepted' : 'is new, and clients do not expect it'
  return lost.map((one: Json) => `${where}: ${JSON.stringify(one).slice(0, 80)} ${word}`)
}

const compareSchemas = (before: Json, now: Json, where: string, direction: Direction, walk: Walk): string[] => {
  if (before?.$ref && now?.$ref) {
    const pair = `${before.$ref} ${now.$ref} ${direction}`
    if (walk.seen.has(pair)) return []
    walk.seen.add(pair)
  }
  const [old, fresh] = [resolve(before, walk.before), resolve(now, walk.now)]
  if (old === undefined || fresh === undefined || JSON.stringify(old) === JSON.stringify({})) return []
  const variants = compareVariants(old, fresh, where, direction, walk)
  if (variants) return variants
  const problems = [
    ...compareTypes(old, fresh, where, direction),
    ...compareEnums(old, fresh, where, direction),
    ...(direction === 'accepted' ? compareLimits(old, fresh, where) : []),
    ...(direction === 'accepted' && fresh.pattern !== undefined && fresh.pattern !== old.pattern
      ? [`${where}: pattern ${fresh.pattern}, it was ${old.pattern ?? 'not set'}`]
      : []),
    ...compareProperties(old, fresh, where, direction, walk),
  ]
  const inner = childrenOf(old).flatMap(([name, schema]) => {
    const other = Object.fromEntries(childrenOf(fresh))[name]
    return other ? compareSchemas(schema, other, `${where}${name}`, direction, walk) : []
  })
  return [...problems, ...inner]
}

/** The schemas of the items of an array and of the values of a map. */
const childrenOf = ({ items, patternProperties, additionalProperties }: Json): [string, Json][] => [
  ...(items ? [['[]', items] as [string, Json]] : []),
  ...Object.values<Json>(patternProperties ?? {}).map((schema): [string, Json] => ['{}', schema]),
  ...(typeof additionalProperties === 'object' ? [['{}', additionalProperties] as [string, Json]] : []),
]

const compareContent = (before: Json, now: Json, where: string, direction: Direction, walk: Walk): string[] =>
  Object.entries(before ?? {}).flatMap(([type, { schema }]: [string, Json]) =>
    now?.[type] ? compareSchemas(schema, now[type].schema, where, direction, walk) : [`${where}: ${type} is removed`],
  )

const compareParameters = (before: Json[], now: Json[], where: string, direction: Direction, walk: Walk): string[] => {
  const same = (one: Json) => (other: Json) => one.name === other.name && one.in === other.in
  const kept = before.flatMap((old) => {
    const fresh = now.find(same(old))
    const path = `${where} ${old.in} ${old.name}`
    if (!fresh) return [`${path} is removed`]
    const demanded = direction === 'accepted' && fresh.required && !old.required ? [`${path} is now required`] : []
    return [...demanded, ...compareSchemas(old.schema, fresh.schema, path, direction, walk)]
  })
  const added = now.filter((one) => direction === 'accepted' && one.required && !before.some(same(one)))
  return [...kept, ...added.map((one) => `${where} ${one.in} ${one.name} is new and required`)]
}

/** `asked` is who sends the request: clients to us, or we to modules (webhooks). */
const compareOperation = (before: Json, now: Json, where: string, asked: Direction, walk: Walk): string[] => {
  const answered: Direction = asked === 'accepted' ? 'sent' : 'accepted'
  const succeeds = ([status]: [string, Json]) => status.startsWith('2')
  const responses = Object.entries<Json>(before.responses).filter(succeeds)
  const scope =
    before['x-scope'] !== now['x-scope'] ? [`${where}: scope ${now['x-scope']}, it was ${before['x-scope']}`] : []
  return [
    ...scope,
    ...compareParameters(before.parameters ?? [], now.parameters ?? [], where, asked, walk),
    ...compareContent(before.requestBody?.content, now.requestBody?.content, `${where} body`, asked, walk),
    ...responses.flatMap(([status, response]) =>
      now.responses[status]
        ? compareContent(response.content, now.responses[status].content, `${where} ${status}`, answered, walk)
        : [`${where}: ${status} is no longer answered`],
    ),
  ]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const operationsOf = (document: Json, part: 'paths' | 'webhooks'): [string, Json][] =>
  Object.entries<Json>(document[part] ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      item[method],
    ]),
  )

/** What a client or a module of the release before would miss; empty when there is nothing. */
export const compareApis = (before: Json, now: Json): string[] =>
  (['paths', 'webhooks'] as const).flatMap((part) => {
    const fresh = new Map(operationsOf(now, part))
    const asked: Direction = part === 'paths' ? 'accepted' : 'sent'
    return operationsOf(before, part).flatMap(([name, operation]) => {
      const other = fresh.get(name)
      return other
        ? compareOperation(operation, other, name, asked, { before, now, seen: new Set() })
        : [`${name} is removed`]
    })
  })

/** Operations and members that were not there before. */
export const describeAdditions = (before: Json, now: Json): string[] => compareApis(now, before)

/** The document of the last release, by number. */
const lastReleased = (): string | undefined =>
  globSync('docs/api/released/*.json')
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1)

if (import.meta.main) {
  const path = lastReleased()
  if (!path) throw new Error('docs/api/released has no document of a release')
  const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'))
  const breaks = compareApis(read(path), read('docs/api/openapi.json'))
  for (const one of breaks) console.log(`breaks ${path}: ${one}`)
  process.exitCode = breaks.length > 0 ? 1 : 0
}
