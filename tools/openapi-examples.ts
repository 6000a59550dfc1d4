// The examples of the OpenAPI document: docs/api/examples.json, recorded by apps/server/test/http/examples.test.ts from requests
// that really were sent.
import { readFileSync } from 'node:fs'

export const EXAMPLES_FILE = 'docs/api/examples.json'

export type Example = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
  response?: unknown
}
/** By status. */
export type ExamplesOf = Record<string, Example>
export type Examples = { operations: Record<string, ExamplesOf>; webhooks: Record<string, ExamplesOf> }

export const readExamples = (): Examples => JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'))

type Named = Record<string, { value: unknown } | { $ref: string }>

const named = (examples: ExamplesOf, part: 'body' | 'response'): Named =>
  Object.fromEntries(
    Object.entries(examples)
      .filter(([, example]) => example[part] !== undefined)
      .map(([status, example]) => [status, { value: example[part] }]),
  )

/** A request and its answer have the same name: the status. */
export const requestExamples = (examples: ExamplesOf): { examples?: Named } => {
  const found = named(examples, 'body')
  return Object.keys(found).length > 0 ? { examples: found } : {}
}

export const responseExamples = (examples: ExamplesOf, status: number | string): { examples?: Named } => {
  const found = named(examples, 'response')[status]
  return found ? { examples: { [status]: found } } : {}
}

/** The value that the first example has for a parameter. */
export const parameterExample = (
  examples: ExamplesOf,
  part: 'params' | 'query' | 'headers',
  name: string,
): { example?: unknown } => {
  const key = part === 'headers' ? name.toLowerCase() : name
  const found = Object.values(examples).find((example) => example[part]?.[key] !== undefined)
  return found ? { example: found[part]?.[key] } : {}
}

type Described = { id: string; statuses: readonly number[] }

/** What keeps the document from being complete; empty when nothing does. */
export const missingParts = (
  operations: readonly Described[],
  webhooks: readonly Described[],
  examples: Examples,
  descriptions: Readonly<Record<string, string>>,
): string[] => {
  const known = new Set([...operations, ...webhooks].map(({ id }) => id))
  const exampled = (of: readonly Described[], recorded: Record<string, ExamplesOf>) => [
    ...of.flatMap(({ id, statuses }) =>
      statuses
        .filter((status) => !recorded[id]?.[status])
        .map((status) => `${id} has no example with status ${status}`),
    ),
    ...Object.keys(recorded)
      .filter((id) => !of.some((one) => one.id === id))
      .map((id) => `the example ${id} is of no operation`),
  ]
  return [
    ...exampled(operations, examples.operations),
    ...exampled(webhooks, examples.webhooks),
    ...[...known].filter((id) => !descriptions[id]?.trim()).map((id) => `${id} has no description`),
    ...Object.keys(descriptions)
      .filter((id) => !known.has(id))
      .map((id) => `the description ${id} is of no operation`),
  ]
}
