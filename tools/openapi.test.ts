// The OpenAPI document as a public linter reads it.
import { createConfig, lint } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'

it('has no errors and no warnings by the recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: 'docs/api/openapi.json', config })
  expect(problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([])
})

it('describes the signature of every request that the system sends', () => {
  const { webhooks } = openApiDocument() as {
    webhooks: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>
  }
  const operations = Object.values(webhooks).flatMap((methods) => Object.values(methods))
  expect(operations.length).toBeGreaterThan(8)
  for (const { parameters } of operations)
    expect(parameters.filter((one) => one.in === 'header').map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
})
