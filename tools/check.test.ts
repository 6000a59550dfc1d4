// The check is itself checked: each of its rules is shown a fault, in a copy of the tree, and must find it.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let copy: string

beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-check-')))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  for (const file of files) cpSync(file, join(copy, file))
  mkdirSync(join(copy, 'node_modules/@patchbay'), { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (name !== '@patchbay') symlinkSync(join(process.cwd(), 'node_modules', name), join(copy, 'node_modules', name))
  for (const own of globSync('{apps,packages}/*/node_modules')) symlinkSync(join(process.cwd(), own), join(copy, own))
  // Our own packages are those of the copy.
  for (const name of readdirSync('node_modules/@patchbay')) {
    const folder = realpathSync(join('node_modules/@patchbay', name)).slice(process.cwd().length)
    symlinkSync(join(copy, folder), join(copy, 'node_modules/@patchbay', name))
  }
  execFileSync('git', ['init', '-q'], { cwd: copy })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const check = (name: string) => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/check.ts', name], { cwd: copy, encoding: 'utf8' })
  return { ok: status === 0, output: stdout }
}

/** Plants a fault, checks, and takes it out again. */
const planted = (name: string, file: string, change: (before: string) => string) => {
  const path = join(copy, file)
  let before: string | undefined
  try {
    before = readFileSync(path, 'utf8')
  } catch {
    mkdirSync(dirname(path), { recursive: true })
  }
  writeFileSync(path, change(before ?? ''))
  const found = check(name)
  if (before === undefined) rmSync(path)
  else writeFileSync(path, before)
  return found
}

const append = (text: string) => (before: string) => `${before}\n${text}\n`

describe.each(['lint', 'types', 'walls', 'dead code', 'house rules', 'generated', 'spec'])(
  'the check of %s',
  (name) => {
    it('passes on the tree as it is', { timeout: 60_000 }, () => {
      const { ok, output } = check(name)
      expect(ok, output).toBe(true)
    })
  },
)

const FAULTS: [fault: string, check: string, file: string, change: (before: string) => string, finds: string][] = [
  [
    'a promise that nobody waits for',
    'lint',
    'apps/server/src/platform/shops/store.ts',
    append('export const forget = (db: Db) => {\n  listShopCodes(db)\n}'),
    'noFloatingPromises',
  ],
  [
    'any',
    'lint',
    'apps/server/src/platform/shops/store.ts',
    append('export const anything = (value: any) => value'),
    'noExplicitAny',
  ],
  [
    'process.env outside config',
    'lint',
    'apps/server/src/platform/shops/store.ts',
    append('export const home = process.env.HOME'),
    'noProcessEnv',
  ],
  [
    'a wrong type',
    'types',
    'apps/server/src/platform/shops/store.ts',
    append('export const wrong: number = "text"'),
    'TS2322',
  ],
  [
    'rules that reach for the database',
    'walls',
    'apps/server/src/platform/users/rules.ts',
    append("import { findUser } from './store.ts'\nexport const find = findUser"),
    'rules-are-pure',
  ],
  [
    'a slice with a door of its own to the job engine',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { PgBoss } from 'pg-boss'\nexport const boss = PgBoss"),
    'one-door-jobs',
  ],
  [
    'HTTP around the guard',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { request } from 'undici'\nexport const call = request"),
    'one-door-http-out',
  ],
  [
    'lib that knows a slice',
    'walls',
    'apps/server/src/lib/errors.ts',
    append("import { listShopCodes } from '../shops/store.ts'\nexport const shops = listShopCodes"),
    'lib-has-no-word-of-the-domain',
  ],
  [
    'a contract that knows the server',
    'walls',
    'packages/contract/src/base/types.ts',
    append("import { AppError } from '../../../apps/server/src/lib/errors.ts'\nexport const e = AppError"),
    'contract-stands-alone',
  ],
  [
    'an SDK that needs more of the contract than its types',
    'walls',
    'packages/sdk/src/client.ts',
    append(
      "import { editModule } from '@patchbay/contract/integration-modules/registration'\nexport const path = editModule.path",
    ),
    'sdk-takes-types-from-the-contract',
  ],
  [
    'an export that nobody uses',
    'dead code',
    'apps/server/src/platform/shops/store.ts',
    append('export const nobodyUsesThis = 1'),
    'nobodyUsesThis',
  ],
  [
    'a package that nobody uses',
    'dead code',
    'apps/server/package.json',
    (before) => before.replace('"fastify":', '"left-pad": "1.3.0",\n    "fastify":'),
    'left-pad',
  ],
  [
    'a rule that looks at the clock',
    'house rules',
    'apps/server/src/platform/users/rules.ts',
    append('export const late = (at: number) => at < Date.now()'),
    'is not pure: Date.now',
  ],
  [
    'an amount that is read as a float',
    'house rules',
    'apps/server/src/platform/shops/store.ts',
    append('export const sum = (row: { amount: string }) => Number(row.amount) * 100'),
    'makes money a float: Number(row.amount',
  ],
  [
    'parseFloat',
    'house rules',
    'apps/server/src/platform/shops/store.ts',
    append('export const sum = (price: string) => parseFloat(price)'),
    'makes money a float: parseFloat',
  ],
  [
    'fetch in the server',
    'lint',
    'apps/server/src/platform/shops/store.ts',
    append("export const call = () => fetch('https://shop.test')"),
    'noRestrictedGlobals',
  ],
  [
    'a socket around the guard',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { connect } from 'node:net'\nexport const dial = connect"),
    'no-bare-sockets',
  ],
  ['a file of 301 lines', 'house rules', 'apps/server/src/shops/long.ts', () => '// line\n'.repeat(301), '301 lines'],
  ['a decision of 41 lines', 'house rules', 'docs/decisions/long.md', () => 'line\n'.repeat(41), '41 lines'],
  [
    'an OpenAPI document that is not of this contract',
    'generated',
    'packages/contract/src/platform/accounts.ts',
    (before) => before.replace('What this API key may do', 'What this key may do'),
    'docs/api/openapi.json is stale',
  ],
  [
    'types that are not of these migrations',
    'generated',
    'apps/server/migrations/0001-house.sql',
    (before) => before.replace('name text not null,\n  url', 'title text not null,\n  url'),
    'db.generated.ts is stale',
  ],
  [
    'a rule of a finished area without a test',
    'spec',
    'apps/server/test/integration-modules/registration.test.ts',
    (before) => before.replaceAll('[M-05]', ''),
    'missing: M-05',
  ],
  [
    'a test of a rule that does not exist',
    'spec',
    'packages/contract/src/base/liberal.test.ts',
    (before) => before.replace('[D-03]', '[D-99]'),
    'unknown id in a test: D-99',
  ],
]

it.each(FAULTS)('finds %s', { timeout: 60_000 }, (_fault, name, file, change, finds) => {
  const { ok, output } = planted(name, file, change)
  expect(ok, output).toBe(false)
  expect(output).toContain(finds)
})

it('makes a new slice that passes the check at once', { timeout: 120_000 }, () => {
  execFileSync(process.execPath, ['tools/new-slice.ts', 'greeting'], { cwd: copy })
  execFileSync(process.execPath, ['tools/generate.ts'], { cwd: copy })
  for (const name of ['lint', 'types', 'walls', 'house rules', 'generated']) {
    const { ok, output } = check(name)
    expect(ok, output).toBe(true)
  }
  const tested = spawnSync('node_modules/.bin/vitest', ['run', 'greetings'], { cwd: copy, encoding: 'utf8' })
  expect(tested.stdout + tested.stderr).toMatch(/passed/)
  expect(tested.status).toBe(0)
})
