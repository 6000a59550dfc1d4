// Values for the fault `fuzz`: from a schema of the contract one that fits it, and from any value one with mistakes.
import fc from 'fast-check'

export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  const?: unknown
  pattern?: string
  format?: string
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** What exists in the account, by the name of a parameter or the noun in front of it, so that not every request misses. */
export type Ids = Readonly<Record<string, string>>
type Json = Record<string, unknown>

/** B2: texts that break careless code: NUL, half a pair, bidi, zero width, Zalgo, joined emoji, SQL, markup, formulas. */
const TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud83d', '\udc4d', '\ufffe', '\ufeffx', '\u202eabc\u202c', 'a\u200b\u200db'],
  ...['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢', '👩‍👩‍👧‍👦', '👍🏽', '\u00e9', 'e\u0301', '１２３', '١٢٣', '\r\nX-Injected: 1', '\u001b[31mred'],
  ...[
    `'; drop table customer; --`,
    '" or 1=1',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\u0024{7*7}',
    '=cmd|calc',
    '%00',
    '%zz',
    '../../etc',
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e400',
    '0x10',
    '00',
    'true',
    '[]',
    '{}',
    '{"a":',
    'javascript:alert(1)',
  ],
  ...[
    '2026-02-31 10:00:00',
    '0000-00-00',
    '9999-12-31 23:59:59',
    '275760-09-13',
    '+46 70 123 45 67',
    'tel:+1;ext=5',
    '%',
    '_',
    '\\',
  ],
]
const WILD: readonly unknown[] = [
  ...[null, 0, -1, 1, 1.5, -0, 1e20, 2 ** 53, 2 ** 31, -(2 ** 31) - 1, 1e-9, 1e308, true, false, [], {}, [[]], [null]],
  ...['x'.repeat(256), 'x'.repeat(5000), { __proto__x: 1 }, { constructor: { prototype: 1 } }, { 0: 'a', 2: 'b' }],
  ...TEXTS,
]

const wild = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WILD) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

const ADDRESSES = [
  'http://pbx.test/call',
  'https://shop.test/a?b=1#c',
  'http://xn--e1afmkfd.test/',
  'https://a.test:8443',
]

/** Patterns of the contract are simple; those that fast-check cannot build are left to other texts. */
const matching = (pattern: string): fc.Arbitrary<string> => {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: '-1' })
  } catch {
    return fc.constant('1')
  }
}

const moment = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

const textOf = (schema: Schema): fc.Arbitrary<string> => {
  if (schema.format === 'uri') return fc.constantFrom(...ADDRESSES)
  if (schema.format === 'email') return fc.constantFrom('ann@shop.test', 'ann+tag@shop.test', "o'neil@shop.test")
  if (schema.format === 'date-time') return moment
  if (schema.pattern) return matching(schema.pattern)
  const [minLength, maxLength] = [schema.minLength ?? 0, Math.min(schema.maxLength ?? 40, 40)]
  return fc.oneof(
    fc.constantFrom(...TEXTS.filter(({ length }) => length >= minLength && length <= maxLength)),
    fc.string({ unit: 'grapheme', minLength, maxLength }),
    fc.string({ minLength, maxLength }),
  )
}

const numberOf = ({ type, minimum = -1e9, maximum = 1e9 }: Schema): fc.Arbitrary<number> => {
  const most = Math.min(maximum, Number.MAX_SAFE_INTEGER)
  const small = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(most, Math.max(minimum, 0) + 12)) })
  const any = fc.integer({ min: Math.ceil(minimum), max: Math.floor(most) })
  if (type === 'integer') return fc.oneof({ weight: 3, arbitrary: small }, { weight: 1, arbitrary: any })
  return fc.oneof(small, any, fc.double({ min: minimum, max: most, noNaN: true }))
}

const objectOf = (schema: Schema, ids: Ids, depth: number): fc.Arbitrary<unknown> => {
  const members = Object.entries(schema.properties ?? {})
  const fields = Object.fromEntries(members.map(([name, member]) => [name, fitting(member, ids, name, depth + 1)]))
  const requiredKeys = (schema.required ?? []).filter((name) => name in fields)
  const [[pattern, member] = []] = Object.entries(schema.patternProperties ?? {})
  if (pattern !== undefined && member)
    return fc.dictionary(matching(pattern), fitting(member, ids, '', depth + 1), { maxKeys: 3 })
  // Deep inside only what must be there: an order with everything has hundreds of members.
  const kept =
    depth > 3 ? Object.fromEntries(Object.entries(fields).filter(([name]) => requiredKeys.includes(name))) : fields
  return fc.record(kept, { requiredKeys, noNullPrototype: true })
}

/** A value that fits the schema; where something of that name exists, mostly that. */
export const fitting = (schema: Schema, ids: Ids, name = '', depth = 0): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, ids, name, depth)))
  const known = ids[name]
  switch (schema.type) {
    case 'object':
      return objectOf(schema, ids, depth)
    case 'array': {
      const minLength = schema.minItems ?? 0
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? 3, 3))
      return fc.array(fitting(schema.items ?? {}, ids, name, depth + 1), { minLength, maxLength })
    }
    case 'integer':
    case 'number': {
      const given = Number(known)
      if (!Number.isSafeInteger(given)) return numberOf(schema)
      return fc.oneof({ weight: 3, arbitrary: fc.constant(given) }, { weight: 1, arbitrary: numberOf(schema) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string': {
      const own = textOf(schema)
      return known === undefined
        ? own
        : fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: own })
    }
    default:
      return wild
  }
}

/** The places of a JSON value, as paths. */
const placesOf = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [[...path, name], ...placesOf(member, [...path, name])])
    : []

type Mistake = { place: number; how: 'delete' | 'replace' | 'double' | 'extra' | 'text' | 'wrap'; value: unknown }

const mistake: fc.Arbitrary<Mistake> = fc.record({
  place: fc.nat(10_000),
  how: fc.constantFrom<Mistake['how']>('delete', 'replace', 'replace', 'replace', 'double', 'extra', 'text', 'wrap'),
  value: wild,
})

const change = (holder: Json | unknown[], name: string, { how, value }: Mistake): void => {
  const node = holder as Json
  if (how === 'delete') Array.isArray(holder) ? holder.splice(Number(name), 1) : delete node[name]
  else if (how === 'double' && Array.isArray(holder)) holder.push(structuredClone(holder[Number(name)]))
  else if (how === 'extra' && !Array.isArray(holder)) node[`${name}X`] = value
  else if (how === 'text') node[name] = String(node[name])
  else if (how === 'wrap') node[name] = [node[name]]
  else node[name] = value
}

const withMistake = (body: Json, one: Mistake): Json => {
  const copy = structuredClone(body)
  const places = placesOf(copy)
  const path = places[one.place % Math.max(places.length, 1)]
  if (!path) return { ...copy, [`x${one.place}`]: one.value }
  const holder = path.slice(0, -1).reduce<unknown>((node, part) => (node as Json)[part], copy)
  change(holder as Json, path.at(-1) ?? '', one)
  return copy
}

/** Half of them fit; of the others most have one or two mistakes. */
export const nearly = (right: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 5, arbitrary: right },
    {
      weight: 5,
      arbitrary: fc
        .tuple(right, fc.array(mistake, { minLength: 1, maxLength: 3 }))
        .map(([body, mistakes]) => mistakes.reduce(withMistake, body)),
    },
  )

export { wild }
