import type { TObject } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { type Endpoint, surfaceOf } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { parseJson, whyUnfit } from './json.ts'
import { readLiberally, unknownMembers } from './liberal.ts'
import { ABSENT_UNLESS_OBJECT } from './pages.ts'
import { wordsOfPattern } from './pattern-words.ts'

// From the raw request to the input of an action: nested parameters parsed, types accepted liberally, everything
// validated. The server and `patchbay verify` both read by it, so they refuse the same.

export type Raw = { params: unknown; query: Record<string, unknown>; body: Record<string, unknown> }
type Field = { type?: string; properties?: unknown; anyOf?: unknown; [ABSENT_UNLESS_OBJECT]?: true }

export type Input = {
  input: Record<string, unknown>
  /** D-93: the members of the body that are not kept. */
  unknown: string[]
}

/** Why a request is refused: a code of errors.ts, what fills its text, and the fields that are wrong. */
export class InputError extends Error {
  readonly code: ErrorCode
  readonly values: Record<string, string> | undefined
  readonly fields: Record<string, string> | undefined

  constructor(code: ErrorCode, { values, fields }: Pick<Partial<InputError>, 'values' | 'fields'>) {
    super(code)
    this.code = code
    this.values = values
    this.fields = fields
  }
}

const fail = (code: ErrorCode, why: Pick<Partial<InputError>, 'values' | 'fields'>): never => {
  throw new InputError(code, why)
}

/** Throws an InputError. */
export type InputReader = (raw: Raw) => Input

const isNested = (field: Field): boolean => field.type === 'object' || field.type === 'array'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** D-02: a nested value is a JSON string in one parameter, or already an object in a JSON body. */
const parseNested = (schema: TObject, raw: Record<string, unknown>): Record<string, unknown> => {
  const parsed = { ...raw }
  for (const [name, field] of Object.entries(schema.properties as Record<string, Field>)) {
    const value = parsed[name]
    if (typeof value !== 'string' || !isNested(field)) continue
    const json = parseJson(value)
    if (field[ABSENT_UNLESS_OBJECT] && !(json.ok && isObject(json.value))) delete parsed[name]
    else if (!json.ok) fail('parameter_unreadable', { values: { name, reason: json.reason } })
    else parsed[name] = json.value
  }
  return parsed
}

const missingParameter = (schema: TObject, value: Record<string, unknown>): string | undefined =>
  ((schema.required ?? []) as readonly string[]).find((name) => value[name] === undefined)

type Issue = ReturnType<Validator['Errors']>[number]

/** The path of a field as its author wrote it: /integrationModule/integrations/telephony/makeCallUrl, without the parameter. */
const fieldName = (issue: Issue, parameters: readonly string[]): string[] => {
  const path = issue.instancePath.split('/').filter(Boolean)
  const inner = path.length > 1 && parameters.includes(path[0] ?? '') ? path.slice(1) : path
  const missing =
    issue.keyword === 'required' ? (issue.params as { requiredProperties: string[] }).requiredProperties : [undefined]
  return missing.map((name) =>
    [...inner.filter((part) => !(path.length === 1 && parameters.includes(part) && name)), name]
      .filter(Boolean)
      .join('.'),
  )
}

/** The allowed names beside an unknown one, such as the filters of a list. */
const namesBeside = (schema: TObject, issue: Issue): string[] => {
  let node = schema as { properties?: Record<string, unknown> }
  for (const part of issue.instancePath.split('/').filter(Boolean).slice(0, -1)) {
    node = (node.properties?.[part] ?? {}) as typeof node
  }
  return Object.keys(node.properties ?? {})
}

const isUnknownMember = ({ keyword, schemaPath }: Issue): boolean =>
  keyword === 'boolean' && schemaPath.endsWith('/additionalProperties')

const explain = (issue: Issue, schema: TObject): string => {
  if (issue.keyword === 'required') return 'is missing'
  if (isUnknownMember(issue)) return `is not known here; there are: ${namesBeside(schema, issue).join(', ')}`
  if (issue.keyword === 'enum')
    return `must be one of: ${(issue.params as { allowedValues: unknown[] }).allowedValues.join(', ')}`
  if (issue.keyword === 'pattern')
    return wordsOfPattern((issue.params as { pattern: unknown }).pattern) ?? issue.message
  if (issue.keyword === 'format' && (issue.params as { format: unknown }).format === 'uri')
    return 'must be an absolute URL that begins with http:// or https://'
  if (issue.keyword === 'minLength' && (issue.params as { limit: unknown }).limit === 1) return 'must not be empty'
  return issue.message
}

/** Of a form the parameter is left out of the names of fields: each holds one entity, and clients know its members. */
const fieldErrors = (issues: readonly Issue[], schema: TObject, isForm: boolean): Record<string, string> => {
  const parameters = isForm ? Object.keys(schema.properties) : []
  const fields: Record<string, string> = {}
  for (const issue of issues.slice(0, 50)) {
    if (issue.keyword === 'additionalProperties') continue // each has an issue of its own
    for (const name of fieldName(issue, parameters)) fields[name || 'value'] ??= explain(issue, schema)
  }
  return fields
}

const partReader = (schema: TObject, code: 'entity_invalid' | 'input_invalid', isForm = true) => {
  const validator = Compile(schema)
  return (parsed: Record<string, unknown>): unknown => {
    const value = readLiberally(schema, parsed) as Record<string, unknown>
    const missing = missingParameter(schema, value)
    if (missing) fail('parameter_missing', { values: { name: missing } })
    if (!validator.Check(value)) fail(code, { fields: fieldErrors(validator.Errors(value), schema, isForm) })
    return value
  }
}

/** A form and JSON are checked where they are parsed; what stands in the path is checked here. */
const refuseUnfit = (params: Record<string, unknown>): Record<string, unknown> => {
  for (const [name, value] of Object.entries(params)) {
    const reason = whyUnfit(value)
    if (reason) fail('input_invalid', { fields: { [name]: reason } })
  }
  return params
}

/** The members of entities that the endpoint does not know. Unknown parameters (_format, apiKey) are no entities. */
const unknownIn = (schema: TObject, parsed: Record<string, unknown>): string[] =>
  Object.entries(schema.properties).flatMap(([name, field]) => unknownMembers(field, parsed[name], name))

/** Compiled once per endpoint, at start-up. */
export const inputReader = (endpoint: Endpoint): InputReader => {
  const surface = surfaceOf(endpoint.path)
  const params = endpoint.params && partReader(endpoint.params, 'input_invalid')
  const query = endpoint.query && partReader(endpoint.query, 'input_invalid')
  const body = endpoint.body && partReader(endpoint.body, 'entity_invalid', surface !== 'transport')
  // Some clients send a GET as a POST with the parameters in its body, and the other way round (3.4).
  const merges = surface === 'api'
  const parse = (schema: TObject | undefined, first: Record<string, unknown>, last: Record<string, unknown>) =>
    schema ? parseNested(schema, merges ? { ...first, ...last } : last) : {}
  return (raw) => {
    const parsedBody = parse(endpoint.body, raw.query, raw.body)
    return {
      input: {
        ...(params && { params: params(refuseUnfit(raw.params as Record<string, unknown>)) }),
        ...(query && { query: query(parse(endpoint.query, raw.body, raw.query)) }),
        ...(body && { body: body(parsedBody) }),
      },
      unknown: endpoint.warns && endpoint.body ? unknownIn(endpoint.body, parsedBody) : [],
    }
  }
}
