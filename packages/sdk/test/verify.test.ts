import { describe, expect, it } from 'vitest'
import { renderText } from '../src/verify/report.ts'
import type { Kind } from '../src/verify/run.ts'
import { verifyWithFault } from './correct-modules.ts'
import { sharedFaults } from './faults.ts'
import { paymentFaults } from './payment-faults.ts'
import { telephonyFaults } from './telephony-faults.ts'
import { transportFaults } from './transport-faults.ts'

const KINDS: [Kind, () => ReturnType<typeof sharedFaults>][] = [
  ['payment', paymentFaults],
  ['telephony', telephonyFaults],
  ['transport', transportFaults],
]

describe.each(KINDS)('verify %s', (kind, own) => {
  it('passes a module that keeps the contract, and skips nothing', { timeout: 60_000 }, async () => {
    const report = await verifyWithFault(kind, {}, 6_000)
    expect(
      report.outcomes.filter(({ result }) => result !== 'passed'),
      renderText(report),
    ).toEqual([])
  })

  const faults = [...sharedFaults(), ...own()]
  it('has at least twelve faults to detect', () => expect(faults.length).toBeGreaterThanOrEqual(12))

  it.concurrent.each(faults)('detects a module that $name', { timeout: 120_000 }, async ({ injected, detectedBy }) => {
    const report = await verifyWithFault(kind, injected, 1_000, detectedBy)
    const failed = report.outcomes.filter(({ result }) => result === 'failed')
    expect(failed.map(({ name }) => name).join('; '), renderText(report)).toMatch(detectedBy)
  })
})
