import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failingTest } from './failing-test.ts'

const root = join(import.meta.dirname, '../../../../../..')
const run = promisify(execFile)
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-failing-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['src', 'test']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(() => rmSync(folder, { recursive: true }))

const create = {
  shopId: 'main',
  invoiceUuid: 'u',
  invoiceType: 'link',
  amount: 5,
  currency: 'EUR',
  items: [],
  customer: {},
}
const exchange = {
  direction: 'out',
  method: 'POST',
  url: 'https://bank.test/payment/create',
  request: JSON.stringify({ clientId: 'c-1', create }),
  at: '2026-11-17T10:00:00.000Z',
} as const

/** A bank that takes invoices up to a limit. */
const bank = (limit: number) => `
import { servePayment } from '@patchbay/sdk/payment'
import { refuse } from '@patchbay/sdk/request'
export const build = ({ connection: { secretFor }, publicUrl }) => {
  const { handler, registration } = servePayment({
    secretFor, currencies: ['EUR'], shops: [{ code: 'main', name: 'M', active: true }],
    create: ({ amount }) => {
      if (amount > ${limit}) refuse('Too much for this bank')
      return { paymentId: 'p', invoiceUrl: publicUrl + '/p', cancellable: true }
    },
  })
  return { code: 'b', name: 'B', handler, registration: registration(publicUrl) }
}`

const testOf = async (limit: number) => {
  writeFileSync(join(folder, 'src/module.js'), bank(limit))
  writeFileSync(join(folder, 'test/copied.test.js'), failingTest(exchange) ?? '')
  return run(process.execPath, ['--test'], { cwd: folder }).then(
    () => 'passed',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

it('fails with what the module said, and passes when the module is mended', { timeout: 60_000 }, async () => {
  expect(await testOf(1)).toContain('Too much for this bank')
  expect(await testOf(10)).toBe('passed')
})

it('has the query of a GET and the body of a webhook, without our clientId', () => {
  const get = failingTest({ ...exchange, method: 'GET', url: 'https://pbx.test/make-call?clientId=c-1&code=101' })
  expect(get).toContain('"code": "101"')
  expect(get).not.toContain('c-1')
  const headers = { 'content-type': 'application/json' }
  const webhook = failingTest({ ...exchange, request: '{"type":"message_sent"}', sent: { headers } })
  expect(webhook).toContain('json: {\n        "type": "message_sent"\n      },')
})

it('is offered for requests to a module only', () => {
  expect(failingTest({ ...exchange, direction: 'in' })).toBeUndefined()
})
