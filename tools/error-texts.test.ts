// The contract declares the errors of the workspace's endpoints, the web has their sentences.
import { expect, it } from 'vitest'
import { en } from '../apps/web/src/texts/en/index.ts'
import { ENDPOINTS } from '../packages/contract/src/endpoints.ts'

it('has a sentence for every error that an endpoint of the workspace declares', () => {
  const declared = ENDPOINTS.filter(({ path }) => path.startsWith('/workspace')).flatMap(({ errors = [] }) => errors)
  expect([...new Set(declared)].filter((code) => !(code in en.errors))).toEqual([])
})
