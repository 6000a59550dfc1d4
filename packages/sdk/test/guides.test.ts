import { execFile } from 'node:child_process'
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
const PACK = 'cd "$PATCHBAY" && npm run pack'
let folder: string

/** Runs commands as a reader would, who has set PATCHBAY to the folder of the clone. */
const inShell = (script: string, cwd: string) =>
  run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, PATCHBAY: root, npm_config_prefer_offline: 'true' },
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-guides-'))
  await inShell(PACK, folder)
}, 300_000)
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
      // Packed once, before all guides. Unlike a reader, use a free port.
      else if (!text.startsWith(PACK)) report = (await inShell(text.replaceAll('4000', String(port)), place)).stdout
    }
    // Transcripts and statements are optional, and the guides' modules have none.
    const optional = report.split(/the module (?:uploaded no transcript|registered no action statement)/).length - 1
    expect(report).toMatch(new RegExp(`\\n\\d+ passed, 0 failed, ${optional} skipped\\n`))
    expect(readFileSync(join(place, 'report.xml'), 'utf8')).toMatch(/<testsuites tests="\d\d" failures="0"/)
  },
)

it('every guide says how to pack the SDK', () => {
  for (const [, guide] of guides) expect(readFileSync(guide, 'utf8')).toContain(PACK)
})

const commandsOf = (readme: string): string =>
  blocksOf(join(root, readme))
    .filter(({ kind }) => kind === 'sh')
    .map(({ text }) => text)
    .join('')

const exampleOf = (readme: string): string =>
  /^```ts check\.ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, readme), 'utf8'))?.[1] ?? ''

const MODULE = `
import type { ModuleEdit } from '@patchbay/sdk/registration'
import { servePayment } from '@patchbay/sdk/payment'

export const bank = servePayment({
  secretFor: () => 'whsec_AAAA',
  currencies: ['EUR'],
  shops: [{ code: 'main', name: 'My shop', active: true }],
  create: ({ amount }) => ({ paymentId: String(amount), invoiceUrl: 'https://bank.test/1', cancellable: true }),
})
export const registration: ModuleEdit = { code: 'my-bank', name: 'My bank', ...bank.registration('https://bank.test') }
`

it('both packages install into an empty project by the words of their READMEs, with types and a command', async () => {
  const place = join(folder, 'packages')
  mkdirSync(place)
  await inShell('npm init -y && npm pkg set type=module', place)
  await inShell(commandsOf('packages/contract/README.md'), place)
  const { stdout } = await inShell(commandsOf('packages/sdk/README.md'), place)
  expect(stdout).toContain('Usage: patchbay verify')
  writeFileSync(join(place, 'check.ts'), exampleOf('packages/contract/README.md'))
  writeFileSync(join(place, 'module.ts'), MODULE)
  const compiler = join(root, 'node_modules/.bin/tsc')
  const options = '--noEmit --strict --target esnext --module nodenext --lib esnext,dom check.ts module.ts'
  await inShell(`"${compiler}" ${options}`, place)
  expect((await inShell('node check.ts', place)).stdout).toMatch(/^POST \/api\/v5\/payment\/check\n.*payment\.refund/s)
  // The workspace's own API is not public.
  const closed = `import('@patchbay/contract/platform/workspace/accounts').catch(({ code }) => console.log(code))`
  expect((await inShell(`node -e "${closed}"`, place)).stdout).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
}, 180_000)

it.each(['sdk', 'contract'])('the manifest of the %s package has what a registry shows', (name) => {
  const read = (file: string) => readFileSync(join(root, 'packages', name, 'dist', file), 'utf8')
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: `@patchbay/${name}`,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    description: expect.any(String),
    license: 'Apache-2.0',
    engines: { node: expect.any(String) },
    files: expect.any(Array),
    exports: expect.any(Object),
  })
  expect(read('README.md')).toContain(`# @patchbay/${name}`)
  expect(read('LICENSE')).toContain('Apache License')
})
