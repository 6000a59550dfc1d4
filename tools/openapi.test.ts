// The OpenAPI document as a public linter reads it, with its examples.

import { DESCRIPTIONS } from '@patchbay/contract/descriptions'
import { CALLBACKS } from '@patchbay/contract/endpoints'
import { createConfig, lint, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { type Example, type ExamplesOf, readExamples } from './openapi-examples.ts'

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
  },
})

type Problems = Awaited<ReturnType<typeof lint>>
const asTexts = (problems: Problems) =>
  problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)

it('has no errors and no warnings by the recommended rules, and every example fits its schema', async () => {
  expect(asTexts(await lint({ ref: 'docs/api/openapi.json', config }))).toEqual([])
})

const exampleOf = (examples: Record<string, ExamplesOf>, id: string, status = '200'): Example =>
  examples[id]?.[status] ?? expect.fail(`${id} has no example`)

/** The problems of the document when the examples are changed. */
const lintWith = async (change: (examples: ReturnType<typeof readExamples>) => void): Promise<string[]> => {
  const examples = readExamples()
  change(examples)
  const source = JSON.stringify(openApiDocument(examples))
  return asTexts(await lintFromString({ source, absoluteRef: 'openapi.json', config }))
}

it('finds an example that does not fit: in a request, in an answer, in a parameter and in a webhook', async () => {
  const problems = await lintWith(({ operations, webhooks }) => {
    exampleOf(operations, 'orders.create', '201').body = { order: { items: 'two ferns' } }
    exampleOf(operations, 'customers.get').response = { success: true, customer: { id: 'one' } }
    exampleOf(operations, 'orders.list').query = { page: 'first' }
    exampleOf(webhooks, 'transport.reaction-add').body = { type: 'reaction_add' }
  })
  const found = problems.map((text) => text.split(':')[0])
  expect(new Set(found)).toEqual(
    new Set(['error no-invalid-media-type-examples', 'error no-invalid-parameter-examples']),
  )
  expect(problems.join('\n')).toMatch(/`items` property type must be array[\s\S]*required property 'meta'/)
})

it('finds a member that no schema names', async () => {
  const problems = await lintWith(({ operations }) => {
    const { response } = exampleOf(operations, 'users.status') as { response: Record<string, unknown> }
    response.surprise = true
  })
  expect(problems.join('\n')).toContain('surprise')
})

it('is not generated without an example of every status, or without a description', () => {
  const examples = readExamples()
  delete examples.operations['orders.upload']?.['460']
  delete examples.webhooks['payment.refund']
  const { 'orders.get': _removed, ...descriptions } = DESCRIPTIONS
  const generate = () => openApiDocument(examples, { ...descriptions, 'orders.gone': 'It is gone.' })
  expect(generate).toThrow('orders.upload has no example with status 460')
  expect(generate).toThrow('send.payment.refund has no example with status 200')
  expect(generate).toThrow('orders.get has no description')
  expect(generate).toThrow('the description orders.gone is of no operation')
})

type Header = { name: string; in: string; example?: unknown }
const headersOf = (id: string): Header[] => {
  const { webhooks } = openApiDocument() as {
    webhooks: Record<string, Record<string, { parameters: Header[] }>>
  }
  const operations = Object.values(webhooks[id] ?? {})
  return operations.flatMap(({ parameters }) => parameters).filter((one) => one.in === 'header')
}

it('describes the headers of every request that the system sends, with the values of a real one', () => {
  const signature = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  for (const { id, isUnsigned, isOrdered, hasIdempotencyKey } of CALLBACKS) {
    const headers = headersOf(id)
    expect(headers.map(({ name }) => name)).toEqual([
      ...(isUnsigned ? [] : signature),
      ...(isOrdered ? ['webhook-sequence', 'Clientid'] : []),
      ...(hasIdempotencyKey ? ['Idempotency-Key'] : []),
    ])
    for (const { example } of headers) expect(example, id).toEqual(expect.any(String))
  }
  expect(CALLBACKS.filter(({ isOrdered }) => isOrdered)).toHaveLength(6)
  expect(CALLBACKS.filter(({ hasIdempotencyKey }) => hasIdempotencyKey)).toHaveLength(4)
})

it('does not require what has a default, and keeps members that are called title', () => {
  const text = JSON.stringify(openApiDocument())
  const { paths, webhooks } = JSON.parse(text)
  const limit = paths['/api/transport/v1/channels'].get.parameters.find((one: Header) => one.name === 'limit')
  expect(limit).toMatchObject({ required: false, schema: { default: 100 } })
  const visits = webhooks['transport.visits'].get.responses[200].content['application/json'].schema
  expect(visits.properties.lastVisit.properties.pages.items.properties).toHaveProperty('title')
})
