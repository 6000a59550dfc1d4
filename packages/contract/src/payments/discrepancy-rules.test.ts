import { expect, it } from 'vitest'
import { DISCREPANCY_REASONS, RESOLVED_BY_SYSTEM } from './discrepancy-rules.ts'
import { DISCREPANCY_KINDS } from './workspace/discrepancies.ts'

it('[D-42] every kind of discrepancy has its own reason for the module', () => {
  expect(Object.keys(DISCREPANCY_REASONS)).toEqual([...DISCREPANCY_KINDS])
  expect(new Set(Object.values(DISCREPANCY_REASONS)).size).toBe(DISCREPANCY_KINDS.length)
  expect(DISCREPANCY_REASONS['wrong-amount']).toBe('the amount in the report differs from the invoice')
})

it('[D-42] a stored discrepancy keeps the name of the system as its resolver', () => {
  expect(RESOLVED_BY_SYSTEM).toBe('system')
})
