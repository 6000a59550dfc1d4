import { execFile, execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Runs the commands of each guide in an empty folder, with the package as it would be published.

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
let folder: string
let packed: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-guides-'))
  execFileSync(process.execPath, ['packages/sdk/build.ts'], { cwd: root })
  const made = execFileSync('npm', ['pack', '--silent', join(root, 'packages/sdk/dist')], {
    cwd: folder,
    encoding: 'utf8',
  })
  packed = join(folder, made.trim().split('\n').pop() ?? '')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** The code blocks of a guide in order: commands, and files to write. */
const blocksOf = (guide: string) =>
  [...readFileSync(guide, 'utf8').matchAll(/^```(sh|js) ?(\S*)\n([\s\S]*?)^```$/gm)].map(
    ([, kind, file, text = '']) => ({ kind, file, text }),
  )

const guides = globSync(join(root, 'docs/guides/build-a-*-module.md')).map((file) => [basename(file), file] as const)

it('there is a guide for each kind of module', () => expect(guides).toHaveLength(3))

it.each(guides)(
  '%s leads from an empty folder to a module that passes verify',
  { timeout: 180_000 },
  async (name, guide) => {
    const place = join(folder, name)
    mkdirSync(place)
    const port = await freePort()
    let report = ''
    for (const { kind, file, text } of blocksOf(guide)) {
      if (kind === 'js') writeFileSync(join(place, file ?? ''), text)
      else {
        // Unlike a reader, install the package that was just built and use a free port.
        const script = text
          .replace('npm install @patchbay/sdk', `npm install --prefer-offline "${packed}"`)
          .replaceAll('4000', String(port))
        const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: place })
        report = stdout
      }
    }
    expect(report).toMatch(/\n\d+ passed, 0 failed, 0 skipped\n/)
    expect(readFileSync(join(place, 'report.xml'), 'utf8')).toMatch(/<testsuites tests="\d\d" failures="0"/)
  },
)
