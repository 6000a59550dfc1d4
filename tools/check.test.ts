// Tests of `npm run check`: for each rule a violation is added to a copy of the tree, and the check must report it.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTree } from './copy-tree.ts'

let copy: string

beforeAll(() => {
  copy = copyTree('check')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const check = (name: string) => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/check.ts', name], { cwd: copy, encoding: 'utf8' })
  return { ok: status === 0, output: stdout }
}

/** Plants faults, runs the check once, and removes them: it must report each one. */
const planted = (name: string, faults: readonly Fault[]): string => {
  const before = new Map<string, string | undefined>()
  for (const [, , file, change] of faults) {
    const path = join(copy, file)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    if (!before.has(path)) before.set(path, text)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, change(text ?? ''))
  }
  const found = check(name)
  for (const [path, text] of before) {
    if (text === undefined) rmSync(path)
    else writeFileSync(path, text)
  }
  return found.output
}

type Fault = [fault: string, check: string, file: string, change: (before: string) => string, finds: string]

const append = (text: string) => (before: string) => `${before}\n${text}\n`

const inLock = (path: string, change: object) => (before: string) => {
  const lock = JSON.parse(before)
  lock.packages[path] = { ...lock.packages[path], ...change }
  return JSON.stringify(lock)
}

const FAULTS: Fault[] = [
  [
    'a licence that asks for the sources of what uses it',
    'dependencies',
    'package-lock.json',
    inLock('node_modules/react', { license: 'AGPL-3.0-only' }),
    'node_modules/react has the licence AGPL-3.0-only',
  ],
  [
    'a package that runs a script when it is installed',
    'dependencies',
    'package-lock.json',
    inLock('node_modules/pg', { hasInstallScript: true }),
    'node_modules/pg has an install script',
  ],
  [
    'a package without a checksum',
    'dependencies',
    'package-lock.json',
    inLock('node_modules/kysely', { integrity: undefined }),
    'node_modules/kysely is not pinned',
  ],
  [
    'a policy that allows inline scripts',
    'house rules',
    'modules/bank/src/sandbox.ts',
    append(`export const POLICY = "script-src 'unsafe-inline'"`),
    "allows 'unsafe-inline'",
  ],
  [
    'what browsers offer on secure pages only',
    'house rules',
    'apps/web/src/lib/now.ts',
    append('export const id = crypto.randomUUID()'),
    'exists on secure pages only',
  ],
  [
    'a promise without await',
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
    'rules that read the database',
    'walls',
    'apps/server/src/platform/users/rules.ts',
    append("import { findUser } from './store.ts'\nexport const find = findUser"),
    'rules-are-pure',
  ],
  [
    'an area that imports one above it',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { diffFields } from '../../crm/timeline/rules.ts'\nexport const diff = diffFields"),
    'platform-knows-the-layers-below',
  ],
  [
    'an area that imports one beside it',
    'walls',
    'apps/server/src/chats/messages/service.ts',
    append("import { lockInvoice } from '../../payments/invoices/store.ts'\nexport const lock = lockInvoice"),
    'chats-knows-the-layers-below',
  ],
  [
    'an area that imports the worker',
    'walls',
    'apps/server/src/crm/tasks/service.ts',
    append("import { JOBS } from '../../background/job-list.ts'\nexport const jobs = JOBS"),
    'crm-knows-the-layers-below',
  ],
  [
    'an area that creates its own dependencies',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { createDeps } from '../../create-deps.ts'\nexport const make = createDeps"),
    'areas-take-deps-as-a-type',
  ],
  [
    'an import of an entry point',
    'walls',
    'apps/server/src/operator/commands.ts',
    append("import '../bin/server.ts'"),
    'nothing-imports-an-entry-point',
  ],
  [
    'a view that reads the database',
    'walls',
    'apps/server/src/platform/users/view.ts',
    append("import { findUser } from './store.ts'\nexport const find = findUser"),
    'views-are-pure',
  ],
  [
    'a rule that takes a type of a service',
    'walls',
    'apps/server/src/platform/shops/rules.ts',
    append("import type { ModuleRequest } from '../modules/client.ts'\nexport type Request = ModuleRequest"),
    'rules-and-views-know-rows-by-type',
  ],
  [
    'a store that publishes',
    'walls',
    'apps/server/src/platform/shops/store.ts',
    append("import { createLive } from '../../lib/live/live.ts'\nexport const live = createLive"),
    'stores-hold-sql',
  ],
  [
    'a client that reads a table',
    'walls',
    'apps/server/src/platform/modules/client.ts',
    append("import { findModule } from './store.ts'\nexport const find = findModule"),
    'clients-call-modules',
  ],
  [
    'a service that calls an action',
    'walls',
    'apps/server/src/platform/sessions/service.ts',
    append("import { showMe } from './actions.ts'\nexport const me = showMe"),
    'services-are-below-actions',
  ],
  [
    'an action of another noun',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { showUsers } from '../users/actions.ts'\nexport const users = showUsers"),
    'no-actions-of-another-noun',
  ],
  [
    'a route of another area',
    'walls',
    'apps/server/src/platform/routes.ts',
    append("import { showTasks } from '../crm/tasks/actions.ts'\nexport const tasks = showTasks"),
    'routes-bind-actions-of-their-area',
  ],
  [
    'an action that runs a job',
    'walls',
    'apps/server/src/platform/sessions/actions.ts',
    append("import { CLEAN_UP } from './jobs.ts'\nexport const job = CLEAN_UP"),
    'only-the-worker-runs-jobs-and-lanes',
  ],
  [
    'a second user of the job engine',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { PgBoss } from 'pg-boss'\nexport const boss = PgBoss"),
    'one-door-jobs',
  ],
  [
    'HTTP without the egress guard',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { request } from 'undici'\nexport const call = request"),
    'one-door-http-out',
  ],
  [
    'lib that imports an area',
    'walls',
    'apps/server/src/lib/errors.ts',
    append("import { listShopCodes } from '../platform/shops/store.ts'\nexport const shops = listShopCodes"),
    'lib-knows-the-layers-below',
  ],
  [
    'a contract that imports the server',
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
    'a workspace that loads a schema',
    'walls',
    'apps/web/src/lib/now.ts',
    append("import { Shop } from '@patchbay/contract/platform/shops'\nexport const schema = Shop"),
    'web-takes-types-from-the-contract',
  ],
  [
    'a feature of the workspace that uses another area',
    'walls',
    'apps/web/src/features/crm/orders/period.ts',
    append("import { callSearch } from '../../telephony/calls/search.ts'\nexport const calls = callSearch"),
    'features-know-their-own-area',
  ],
  [
    'a schema among the values that the browser loads',
    'walls',
    'packages/contract/src/base/constants.ts',
    append("import Type from 'typebox'\nexport const Name = Type.String()"),
    'contract-values-have-no-schemas',
  ],
  [
    'an unused export',
    'dead code',
    'apps/server/src/platform/shops/store.ts',
    append('export const nobodyUsesThis = 1'),
    'nobodyUsesThis',
  ],
  [
    'an unused package',
    'dead code',
    'apps/server/package.json',
    (before) => before.replace('"fastify":', '"left-pad": "1.3.0",\n    "fastify":'),
    'left-pad',
  ],
  [
    'a rule that reads the clock',
    'house rules',
    'apps/server/src/platform/users/rules.ts',
    append('export const late = (at: number) => at < Date.now()'),
    'is not pure: Date.now',
  ],
  [
    'a file without a role',
    'house rules',
    'apps/server/src/platform/shops/helpers.ts',
    () => 'export const help = 1\n',
    'platform/shops/helpers.ts has no role',
  ],
  [
    'a file directly in an area',
    'house rules',
    'apps/server/src/platform/shop-rules.ts',
    () => 'export const always = true\n',
    'platform/shop-rules.ts is in no noun',
  ],
  [
    'a file a folder deeper than its noun',
    'house rules',
    'apps/server/src/platform/shops/opening/store.ts',
    () => 'export const opening = 1\n',
    'platform/shops/opening/store.ts is in no noun',
  ],
  [
    'a noun that ARCHITECTURE.md does not list',
    'house rules',
    'apps/server/src/crm/gift-cards/view.ts',
    () => 'export const gift = 1\n',
    'crm/gift-cards is not in the layer table',
  ],
  [
    'a noun of ARCHITECTURE.md without a folder',
    'house rules',
    'ARCHITECTURE.md',
    (before) => before.replace('| customers, ', '| customers, coupons, '),
    'ARCHITECTURE.md lists crm/coupons',
  ],
  [
    'shared rules without a test',
    'house rules',
    'packages/contract/src/crm/extra-rules.ts',
    () => 'export const always = true\n',
    'contract/src/crm/extra-rules.ts has no test beside it',
  ],
  [
    'a store that opens a transaction',
    'house rules',
    'apps/server/src/platform/shops/store.ts',
    append('export const open = (db: Db) => inAccount(db, 1, listShopCodes)'),
    'platform/shops/store.ts opens a transaction',
  ],
  [
    'rules without a test',
    'house rules',
    'apps/server/src/platform/shops/extra-rules.ts',
    () => 'export const always = true\n',
    'platform/shops/extra-rules.ts has no test beside it',
  ],
  [
    'a store that writes a table of another noun',
    'house rules',
    'apps/server/src/platform/shops/store.ts',
    append("export const drop = (db: Db) => db.deleteFrom('timeline').execute()"),
    'table timeline is written by crm/timeline and platform/shops',
  ],
  [
    'a store that reads a table of a layer above',
    'house rules',
    'apps/server/src/platform/accounts/store.ts',
    append("export const orders = (db: Db) => db.selectFrom('customer_order').select('id').execute()"),
    'platform/accounts/store.ts reads customer_order of crm',
  ],
  [
    'an action that writes a table',
    'house rules',
    'apps/server/src/platform/users/actions.ts',
    append("export const drop = (db: Db) => db.deleteFrom('app_user').execute()"),
    'platform/users/actions.ts writes the table',
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
    'a test that pauses',
    'house rules',
    'apps/server/test/crm/tasks.test.ts',
    append('await new Promise((resolve) => setTimeout(resolve, 500))'),
    'pauses: setTimeout(; wait for',
  ],
  [
    'a test that depends on milliseconds',
    'house rules',
    'apps/server/test/crm/tasks.test.ts',
    append('expect(Date.now() - started).toBeLessThan(100)'),
    'measures time: Date.now() - start',
  ],
  [
    'fetch in the server',
    'lint',
    'apps/server/src/platform/shops/store.ts',
    append("export const call = () => fetch('https://shop.test')"),
    'noRestrictedGlobals',
  ],
  [
    'a socket without the egress guard',
    'walls',
    'apps/server/src/platform/shops/actions.ts',
    append("import { connect } from 'node:net'\nexport const dial = connect"),
    'no-bare-sockets',
  ],
  ['a file of 301 lines', 'house rules', 'apps/server/src/shops/long.ts', () => '// line\n'.repeat(301), '301 lines'],
  ['a conflict marker', 'house rules', 'docs/decisions/merged.md', () => `${'<'.repeat(7)} HEAD\n`, 'conflict marker'],
  ['a decision of 41 lines', 'house rules', 'docs/decisions/long.md', () => 'line\n'.repeat(41), '41 lines'],
  [
    'a stale OpenAPI document',
    'generated',
    'packages/contract/src/platform/api-keys.ts',
    (before) => before.replace('The scopes of this API key', 'The scopes of a key'),
    'docs/api/openapi.json is stale',
  ],
  [
    'stale endpoints of the workspace',
    'generated',
    'packages/contract/src/platform/workspace/action-log.ts',
    (before) => before.replace("path: '/workspace/action-log'", "path: '/workspace/actions'"),
    'apps/web/src/lib/endpoints.generated.ts is stale',
  ],
  [
    'stale database types',
    'generated',
    'apps/server/migrations/0001-house.sql',
    (before) => before.replace('name text not null,\n  url', 'title text not null,\n  url'),
    'db.generated.ts is stale',
  ],
  [
    'a rule of a finished area without a test',
    'spec',
    'apps/server/test/integration-modules/registration.test.ts',
    (before) => before.replaceAll('[M-03]', ''),
    'missing: M-03',
  ],
  [
    'a test of a rule that does not exist',
    'spec',
    'packages/contract/src/base/liberal.test.ts',
    (before) => before.replace('[D-03]', '[D-999]'),
    'unknown id in a test: D-999',
  ],
  [
    'a decision that stands twice',
    'spec',
    'docs/spec/decisions.md',
    (before) => before.replace('| D-14 ', '| D-13 '),
    'specified twice: D-13',
  ],
  [
    'a button in the old dialect',
    'words',
    'apps/web/src/texts/en/call-card.ts',
    (before) => before.replace("'Save note'", "'Keep the note'"),
    'Keep the note → Save note',
  ],
  [
    'an API method that is gone',
    'api',
    'docs/api/openapi.json',
    (before) => before.replace('"/api/v5/telephony/call/event"', '"/api/v5/telephony/call/events"'),
    'POST /api/v5/telephony/call/event is removed',
  ],
  [
    'a member of a response that is gone',
    'api',
    'docs/api/openapi.json',
    (before) => before.replaceAll('"systemVersion"', '"programVersion"'),
    'systemVersion is removed',
  ],
  [
    'a package with a version of its own',
    'versions',
    'packages/sdk/package.json',
    (before) => before.replace(/"version": "[^"]+"/, '"version": "7.7.7"'),
    'packages/sdk/package.json has version 7.7.7',
  ],
  [
    'a release without a section in the changelog',
    'versions',
    'CHANGELOG.md',
    (before) => before.replace('## [0.9.0]', '## [0.0.9]'),
    'CHANGELOG.md has no section ## [0.9.0]',
  ],
  [
    'a Spanish text that names a tax document',
    'words',
    'apps/web/src/texts/es/invoices.ts',
    (before) => before.replace("'Solicitud de pago'", "'Factura'"),
    'Factura → Solicitud de pago',
  ],
  [
    'a second Russian word for a hold',
    'words',
    'apps/web/src/texts/ru/invoices.ts',
    (before) => before.replace('`Холд закончится', '`Удержание закончится'),
    'Удержание → Холд',
  ],
  [
    'a comment in the old dialect',
    'words',
    'packages/testkit/src/live-stream.ts',
    append('// The older event gives way.'),
    'gives way → retries after the conflict',
  ],
  [
    'a document in the old dialect',
    'words',
    'docs/guides/operate.md',
    append('Whoever asks is told.'),
    'docs/guides/operate.md',
  ],
  [
    'a test title in the old dialect',
    'words',
    'apps/web/src/lib/days.test.ts',
    append("it('changes the day at one press', () => undefined)"),
    'at one press → with one click',
  ],
]

// That each check passes on a tree without faults is seen by `npm run check` itself, and by first-change.test.ts.
describe.each([...new Set(FAULTS.map(([, name]) => name))])('the check of %s', (name) => {
  const faults = FAULTS.filter(([, of]) => of === name)
  let output = ''
  beforeAll(() => {
    output = planted(name, faults)
  }, 600_000)

  it.each(faults)('finds %s', (_fault, _name, _file, _change, finds) => {
    expect(output).toContain(finds)
  })
})

it('creates a new noun that passes the check at once', { timeout: 1_200_000 }, () => {
  execFileSync(process.execPath, ['tools/new-noun.ts', 'crm', 'greeting'], { cwd: copy })
  execFileSync(process.execPath, ['tools/generate.ts'], { cwd: copy })
  for (const name of ['lint', 'types', 'walls', 'house rules', 'generated']) {
    const { ok, output } = check(name)
    expect(ok, output).toBe(true)
  }
  const tested = spawnSync('node_modules/.bin/vitest', ['run', 'greetings'], { cwd: copy, encoding: 'utf8' })
  expect(tested.stdout + tested.stderr).toMatch(/passed/)
  expect(tested.status).toBe(0)
})
