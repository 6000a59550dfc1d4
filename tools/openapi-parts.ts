// What operations and webhooks of the OpenAPI document have in common.
import type { TObject } from 'typebox'
import { type ExamplesOf, parameterExample } from './openapi-examples.ts'

export type Json = Record<string, unknown>

export const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** Who writes a value: clients, or the system. */
export type Direction = 'accepted' | 'sent'

type Properties = Record<string, { default?: unknown }>

/** What has a default need not be sent; what we send always has it. */
const requiredOf = ({ required, properties }: Json, direction: Direction): string[] => {
  const names = required as string[]
  return direction === 'sent' ? names : names.filter((name) => (properties as Properties)[name]?.default === undefined)
}

/** Schemas with a title become components and references. A member may be called title too: then it is a schema. */
export const named = (schema: unknown, schemas: Json, direction: Direction): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => named(item, schemas, direction))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, ...rest } = schema as Json
  const members = typeof title === 'string' ? rest : (schema as Json)
  const inner = Object.fromEntries(
    Object.entries(members).map(([key, value]) => [key, named(value, schemas, direction)]),
  )
  if (Array.isArray(inner.required) && inner.properties !== undefined) {
    const required = requiredOf(members, direction)
    if (required.length > 0) inner.required = required
    else delete inner.required
  }
  if (typeof title !== 'string') return inner
  const known = schemas[title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(inner))
    throw new Error(`${title} is not the same where it is accepted and where it is sent: give it two titles`)
  schemas[title] = inner
  return { $ref: `#/components/schemas/${title}` }
}

/** Members of an object are sent in brackets: filter[ids][]=1. Of a list, the name is repeated. */
const BRACKETS = {
  style: 'deepObject',
  explode: true,
  description: 'Members are sent in brackets, and lists with empty ones behind: filter[ids][]=1&filter[ids][]=2',
}

export const parameters = (
  place: 'path' | 'query',
  schema: TObject | undefined,
  schemas: Json,
  examples: ExamplesOf,
  direction: Direction = 'accepted',
): Json[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || requiredOf({ required: [], ...schema }, direction).includes(name),
    ...(place === 'query' && (property as { type?: string }).type === 'object' && BRACKETS),
    schema: named(clone(property), schemas, direction),
    ...parameterExample(examples, place === 'path' ? 'params' : 'query', name),
  }))

/** D-02: nested values of a form are JSON strings. */
export const jsonInForm = (schema: TObject | undefined): { encoding?: Json } => {
  const nested = Object.entries(schema?.properties ?? {}).filter(([, field]) =>
    ['object', 'array'].includes((field as { type?: string }).type ?? ''),
  )
  const encoding = Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }]))
  return nested.length > 0 ? { encoding } : {}
}
