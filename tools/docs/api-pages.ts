// The API reference of the site, from docs/api/openapi.json: one page for each group of methods, and one for the requests that
// the system sends to modules.
import { fieldsOf, type Schema } from './api-fields.ts'

type Json = Record<string, unknown>
type Content = { schema: Schema; examples?: Record<string, { value?: unknown; $ref?: string }> }
type Body = { content: Record<string, Content> }
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Operation = {
  summary: string
  description?: string
  tags?: string[]
  'x-scope'?: string
  security?: Json[]
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, { description: string; content?: Record<string, Content> }>
}
export type OpenApi = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; examples?: Record<string, { value: unknown }> }
}
type Method = { method: string; path: string; operation: Operation; older: string[] }

const TITLES: Readonly<Record<string, string>> = {
  accounts: 'Account',
  'integration-modules': 'Integration modules',
  payment: 'Payments',
  references: 'Reference lists',
}
const titleOf = (tag: string): string => TITLES[tag] ?? `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`

const escapeCell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0
    ? []
    : [
        '',
        `| ${head.join(' | ')} |`,
        `|${' --- |'.repeat(head.length)}`,
        ...rows.map((row) => `| ${row.join(' | ')} |`),
      ]

const fieldTable = (document: OpenApi, schema: Schema): string[] =>
  table(
    ['Member', 'Type', 'Notes'],
    fieldsOf(document.components.schemas, schema).map(({ name, type, required, description }) => [
      `\`${name}\``,
      escapeCell(type),
      escapeCell([required && 'required', description].filter(Boolean).join('; ')),
    ]),
  )

const AUTH: Readonly<Record<string, string>> = {
  apiKeyHeader: 'an API key in the header `X-API-KEY` or the parameter `apiKey`',
  transportToken: 'the token of a chat module in the header `X-Transport-Token`',
}

const needs = ({ security = [], 'x-scope': scope }: Operation): string => {
  const name = Object.keys(security[0] ?? {})[0]
  if (name === undefined) return 'Needs no key.'
  return `Needs ${AUTH[name] ?? name}${scope === undefined ? '' : ` with the scope \`${scope}\``}.`
}

/** filter.ids, a list, is filter[ids][] in a query. */
const inBrackets = (name: string, type: string): string => {
  const [first = '', ...rest] = name.split('.')
  return `${first}${rest.map((part) => `[${part}]`).join('')}${type.startsWith('list') && rest.length > 0 ? '[]' : ''}`
}

const parameterRows = ({ components }: OpenApi, parameters: readonly Parameter[]) =>
  parameters
    .filter(({ in: place }) => place !== 'header')
    .flatMap(({ name, in: place, required, schema, description }) =>
      fieldsOf(components.schemas, { type: 'object', properties: { [name]: schema } }).map((field, nth) => [
        `\`${inBrackets(field.name, field.type)}\``,
        place,
        escapeCell(field.type),
        escapeCell(
          (nth === 0 ? [required === true && 'required', description ?? schema.description] : [field.description])
            .filter(Boolean)
            .join('; '),
        ),
      ]),
    )

const isSuccess = (status: string): boolean => status.startsWith('2')
const successOf = ({ responses }: Operation): Schema | undefined => {
  const status = Object.keys(responses).find(isSuccess)
  return status === undefined ? undefined : Object.values(responses[status]?.content ?? {})[0]?.schema
}

const errorRows = ({ responses }: Operation): string[][] =>
  Object.entries(responses)
    .filter(([status]) => !isSuccess(status))
    .map(([status, { description }]) => [status, escapeCell(description)])

const bodyNote = (body: Body): string => {
  const types = Object.keys(body.content)
  return `Body: ${types.map((type) => `\`${type}\``).join(', ')}.`
}

/** The first example of a body: the one that succeeds. */
const exampleOf = ({ components }: OpenApi, content: Content | undefined): unknown => {
  const example = Object.values(content?.examples ?? {})[0]
  return example?.$ref === undefined
    ? example?.value
    : components.examples?.[example.$ref.split('/').at(-1) ?? '']?.value
}

const codeBlock = (title: string, value: unknown): string[] => {
  if (value === undefined) return []
  const isText = typeof value === 'string'
  return ['', title, '', `\`\`\`${isText ? 'text' : 'json'}`, isText ? value : JSON.stringify(value, null, 2), '```']
}

const queryFields = (name: string, value: unknown): string[] => {
  if (Array.isArray(value)) return value.map((item) => `${name}[]=${encodeURIComponent(String(item))}`)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => queryFields(`${name}[${key}]`, inner))
  return [`${name}=${encodeURIComponent(typeof value === 'boolean' ? Number(value) : String(value))}`]
}

/** A request that was sent and the answer to it. */
const exampleBlocks = (document: OpenApi, { parameters = [], requestBody, responses }: Operation): string[] => {
  const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined)
  const status = Object.keys(responses).find(isSuccess) ?? ''
  const sent = exampleOf(document, Object.values(requestBody?.content ?? {})[0])
  const answered = exampleOf(document, Object.values(responses[status]?.content ?? {})[0])
  return [
    ...(query.length > 0
      ? codeBlock('**Example: the query**', `?${query.flatMap((one) => queryFields(one.name, one.example)).join('&')}`)
      : []),
    ...codeBlock('**Example: the body**', sent),
    ...codeBlock('**Example: the answer**', answered),
  ]
}

const describe = (document: OpenApi, heading: string, operation: Operation, intro: readonly string[]): string[] => {
  const body = operation.requestBody
  const schema = Object.values(body?.content ?? {})[0]?.schema
  const success = successOf(operation)
  const repeats = operation.parameters?.some(({ name }) => name === 'Idempotency-Key')
  return [
    `## ${heading}`,
    '',
    `${escapeCell(operation.summary)}.`,
    ...(operation.description === undefined ? [] : ['', escapeCell(operation.description)]),
    ...intro.flatMap((line) => ['', line]),
    ...(repeats ? ['', 'Takes an `Idempotency-Key`: a repeat within 24 hours gets the first answer.'] : []),
    ...table(['Parameter', 'In', 'Type', 'Notes'], parameterRows(document, operation.parameters ?? [])),
    ...(body && schema ? ['', bodyNote(body), ...fieldTable(document, schema)] : []),
    ...(success ? ['', '**Answer**', ...fieldTable(document, success)] : []),
    ...(errorRows(operation).length > 0 ? ['', '**Errors**', ...table(['Status', 'Text'], errorRows(operation))] : []),
    ...exampleBlocks(document, operation),
    '',
  ]
}

/** v3 and v4 of a method are named beside v5 and not described again; those without a v5 stand for themselves. */
const methodsOf = (document: OpenApi): Method[] => {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  const newest = (path: string): string => path.replace(/^\/api\/v[34]\//, '/api/v5/')
  const isOlder = (path: string): boolean => newest(path) !== path && document.paths[newest(path)] !== undefined
  const older = (method: string, path: string): string[] =>
    all.filter((one) => isOlder(one.path) && one.method === method && newest(one.path) === path).map((one) => one.path)
  return all.filter(({ path }) => !isOlder(path)).map((one) => ({ ...one, older: older(one.method, one.path) }))
}

const groupPage = (document: OpenApi, tag: string, methods: readonly Method[]): string =>
  [
    `# ${titleOf(tag)}`,
    '',
    `Methods of the group \`${tag}\`. [How requests and answers look](./index.md) is the same for all groups.`,
    '',
    ...methods.flatMap(({ method, path, operation, older }) =>
      describe(document, `${method.toUpperCase()} ${path}`, operation, [
        needs(operation),
        ...(older.length > 0 ? [`Also at ${older.map((one) => `\`${one}\``).join(' and ')}.`] : []),
      ]),
    ),
  ].join('\n')

const headerLines = ({ parameters = [] }: Operation): string[] => {
  const names = parameters.filter((one) => one.in === 'header').map(({ name }) => `\`${name}\``)
  return names.length > 0 ? [`Headers: ${names.join(', ')}.`] : []
}

const callbackPage = (document: OpenApi): string =>
  [
    '# Requests to modules',
    '',
    'What the system sends to a module: requests to exchanges and payment modules, and the events of chats.',
    '',
    ...Object.entries(document.webhooks).flatMap(([name, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        describe(document, `${name} (${method.toUpperCase()})`, operation, headerLines(operation)),
      ),
    ),
  ].join('\n')

export type ApiPage = { title: string; place: string; text: string }

export const apiPages = (document: OpenApi, intro: string): ApiPage[] => {
  const groups = Map.groupBy(methodsOf(document), ({ operation }) => operation.tags?.[0] ?? 'other')
  const pages = [...groups].map(([tag, methods]) => ({
    title: titleOf(tag),
    place: `api/${tag}.md`,
    text: groupPage(document, tag, methods),
    methods: methods.length,
  }))
  const list = pages.map(({ title, place, methods }) => [
    `[${title}](./${place.slice('api/'.length)})`,
    String(methods),
  ])
  const callbacks = { title: 'Requests to modules', place: 'api/callbacks.md', text: callbackPage(document) }
  const overview = [
    intro.trimEnd(),
    '',
    '## Groups',
    ...table(
      ['Group', 'Methods'],
      [...list, ['[Requests to modules](./callbacks.md)', String(Object.keys(document.webhooks).length)]],
    ),
    '',
  ].join('\n')
  return [
    { title: 'Overview', place: 'api/index.md', text: overview },
    ...pages.map(({ title, place, text }) => ({ title, place, text })),
    callbacks,
  ]
}
