import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderText } from '../src/verify/report.ts'
import { type Kind, verifyModule } from '../src/verify/run.ts'
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
    const found = report.outcomes.filter(({ result }) => result === 'failed' || result === 'warned')
    expect(found.map(({ name }) => name).join('; '), renderText(report)).toMatch(detectedBy)
  })
})

it('a module that crashes is reported at once, with its own output', { timeout: 30_000 }, async () => {
  const run = `"${process.execPath}" -e "console.error('the database is locked'); process.exit(3)"`
  const report = await verifyModule({ kind: 'payment', url: 'http://127.0.0.1:9', run, waitMs: 600_000 })
  expect(report.outcomes).toMatchObject([{ result: 'failed', detail: expect.stringContaining('the exit code 3') }])
  expect(report.outcomes[0]?.detail).toContain('the database is locked')
})

it.each([
  [
    ['verify', 'telefony', 'http://127.0.0.1:9'],
    'There is no kind "telefony": it is one of telephony, payment, transport.',
  ],
  [['verify', 'payment'], 'The URL of the module is missing.'],
  [
    ['verify', 'payment', 'localhost'],
    'The URL of the module must be a URL such as http://127.0.0.1:4000, not "localhost".',
  ],
  [['verify', 'payment', 'http://127.0.0.1:9', '--wait', 'long'], '--wait must be a whole number, not "long".'],
  [['verify', 'payment', 'http://127.0.0.1:9', '--waite', '5'], "Unknown option '--waite'"],
  [
    ['verify', 'payment', 'http://127.0.0.1:9', '--visitor', 'x'],
    '--visitor is for transport modules; this is verify payment.',
  ],
  [
    ['verify', 'payment', 'http://127.0.0.1:9', '--pay', '{link}'],
    '--pay: there is no {link}; there are: {url}, {invoiceUrl}, {paymentId}.',
  ],
])('the command line %j gets a sentence', (words, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../src/patchbay.ts'), ...words])
  expect(stderr.toString()).toContain(sentence)
  expect(status).toBe(2)
})
