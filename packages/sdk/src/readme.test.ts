import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderText } from './verify/report.ts'
import { verifyModule } from './verify/run.ts'

// Extracts the modules from the README, starts them and verifies them.

const root = join(import.meta.dirname, '../../..')
const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const modules = new Map(
  [...readme.matchAll(/^```js (\w+\.js)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [name, code]),
)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-readme-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const [name, code] of modules) writeFileSync(join(folder, name), code)
})
afterAll(() => rmSync(folder, { recursive: true }))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

it.each([
  ['payment', 'bank.js', { pay: '{invoiceUrl}' }],
  ['telephony', 'exchange.js', {}],
  ['transport', 'messenger.js', { visitor: '{url}/visitor' }],
] as const)(
  'the %s module of the README has under 40 lines and passes verify',
  async (kind, file, hooks) => {
    expect(modules.get(file)?.trimEnd().split('\n').length).toBeLessThan(40)
    const url = `http://127.0.0.1:${await freePort()}`
    const run = `exec "${process.execPath}" "${join(folder, file)}"`
    const report = await verifyModule({ kind, url, run, hooks, waitMs: 8_000 })
    expect(
      report.outcomes.filter(({ result }) => result === 'failed'),
      renderText(report),
    ).toEqual([])
    expect(report.outcomes.filter(({ result }) => result === 'passed').length).toBeGreaterThan(25)
  },
  60_000,
)
