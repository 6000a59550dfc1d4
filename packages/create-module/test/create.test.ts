import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KINDS } from '../src/scaffold.ts'

// Writes a module of each kind and language, and runs its own commands. The workspace's packages stand for `npm install`, which
// the guide's test runs.

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const create = join(import.meta.dirname, '../src/create.ts')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-create-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const FORMAT = ['format', `--config-path=${join(root, 'biome.json')}`, '--vcs-enabled=false']

const createModule = async (name: string, ...options: string[]) => {
  const place = join(folder, name)
  await run(process.execPath, [create, place, ...options])
  return place
}

/** With a free port instead of the usual one, which another test may have taken. */
const npmRun = async (place: string, script: string) => {
  const { scripts } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const command = scripts[script]?.replace('4000', String(await freePort())) ?? ''
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  return (await run('bash', ['-c', command], { cwd: place, env: { ...process.env, PATH: path } })).stdout
}

it.concurrent.each(KINDS.flatMap((kind) => ([['ts'], ['js']] as const).map(([language]) => [kind, language] as const)))(
  'a %s module in %s is well formatted, and passes its own test and verify',
  { timeout: 120_000 },
  async (kind, language) => {
    const place = await createModule(`my-${kind}-${language}`, '--kind', kind, ...(language === 'js' ? ['--js'] : []))
    const sources = readdirSync(join(place, 'src')).map((name) => join('src', name))
    expect(sources.every((name) => name.endsWith(`.${language}`))).toBe(true)
    await run(join(root, 'node_modules/.bin/biome'), [...FORMAT, 'src', 'test'], { cwd: place })
    expect(readFileSync(join(place, `src/module.${language}`), 'utf8')).toContain(`code: 'my-${kind}-${language}'`)
    await run(process.execPath, ['--test'], { cwd: place })
    expect(await npmRun(place, 'verify')).toMatch(/\n\d\d passed, 0 failed/)
  },
)

it.each(KINDS)('a %s module in TypeScript compiles', { timeout: 120_000 }, async (kind) => {
  const place = await createModule(`my-${kind}-types`, '--kind', kind)
  await run(join(root, 'node_modules/.bin/tsc'), [], { cwd: place })
})

it.each([
  [['my-bank'], '--kind is missing'],
  [['my-bank', '--kind', 'bank'], '"bank" is no kind of module. Choose payment, telephony, transport.'],
  [['My Bank', '--kind', 'payment'], '"My Bank" cannot be the code of a module'],
  [['my-bank', '--kind', 'payment', '--typescript'], "Unknown option '--typescript'"],
])('%j gets a sentence, and writes nothing', async (options, sentence) => {
  const place = join(folder, 'mistakes')
  mkdirSync(place, { recursive: true })
  await expect(run(process.execPath, [create, ...options], { cwd: place })).rejects.toThrow(sentence)
  expect(readdirSync(place)).toEqual([])
})

it('never writes into a folder that has files', async () => {
  const place = await createModule('taken', '--kind', 'payment')
  await expect(createModule('taken', '--kind', 'telephony')).rejects.toThrow('is not empty: nothing was written')
  expect(existsSync(join(place, 'src/calls.ts'))).toBe(false)
})
