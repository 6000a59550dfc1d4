import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../src/testing.ts'
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

it('has more than 105 faults to detect, in all', () => {
  const count = KINDS.map(([, own]) => sharedFaults().length + own().length).reduce((all, one) => all + one)
  process.stdout.write(`${count} planted faults\n`)
  expect(count).toBeGreaterThan(105)
})

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

it('a module that crashes is reported at once, with its own output', { timeout: 120_000 }, async () => {
  const run = `"${process.execPath}" -e "console.error('the database is locked'); process.exit(3)"`
  const report = await verifyModule({ kind: 'payment', url: 'http://127.0.0.1:9', run, waitMs: 600_000 })
  expect(report.outcomes).toMatchObject([{ result: 'failed', detail: expect.stringContaining('the exit code 3') }])
  expect(report.outcomes[0]?.detail).toContain('the database is locked')
})

it('a module that ends in the middle of the checks is reported, with its own output', {
  timeout: 120_000,
}, async () => {
  const folder = join(import.meta.dirname, '..')
  const module = `import { runModule } from '${folder}/src/run-module.ts'
import { serveTelephony } from '${folder}/src/telephony.ts'
await runModule(({ connection, publicUrl }) => {
  const end = () => { console.error('out of phones'); process.exit(4) }
  const exchange = serveTelephony({ secretFor: connection.secretFor, makeCall: end })
  return { code: 'ends', name: 'Ends', handler: exchange.handler, registration: exchange.registration(publicUrl) }
})`
  const file = join(mkdtempSync(join(tmpdir(), 'patchbay-ends-')), 'main.ts')
  writeFileSync(file, module)
  const url = `http://127.0.0.1:${await freePort()}`
  const run = `"${process.execPath}" "${file}"`
  const report = await verifyModule({ kind: 'telephony', url, run, waitMs: 30_000 })
  expect(report.outcomes.at(-1)).toMatchObject({ name: 'keeps running', result: 'failed' })
  expect(report.outcomes.at(-1)?.detail).toMatch(/the exit code 4[\s\S]*out of phones/)
})

it('a module that cannot start for its environment says why, and verify shows it', { timeout: 60_000 }, async () => {
  const file = join(import.meta.dirname, '../src/run-module.ts')
  const run = `PORT=https "${process.execPath}" -e "import('${file}').then(({ runModule }) => runModule(() => {}))"`
  const report = await verifyModule({ kind: 'payment', url: 'http://127.0.0.1:9', run, waitMs: 600_000 })
  expect(report.outcomes[0]?.detail).toContain('PORT is "https", which is not a port.')
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
