import type { TraceStep } from '@patchbay/contract/platform/workspace/traces'
import { expect, it } from 'vitest'
import { withStatusNames } from './history-steps.ts'

it('names the statuses in the language of the user, and leaves what it does not know', () => {
  const at = '2026-11-16T12:00:00.000Z'
  const steps: TraceStep[] = [
    { at, step: 'moved', values: { to: 'succeeded' } },
    { at, step: 'report', values: { source: 'key:1', status: 'new-status' } },
    { at, step: 'check.passed', values: {} },
  ]
  expect(withStatusNames(steps, { succeeded: 'Paid' }).map(({ values }) => values)).toEqual([
    { to: 'Paid' },
    { source: 'key:1', status: 'new-status' },
    {},
  ])
})
