// The operator's commands about accounts, keys, users and modules: each as a process, its text and its --json.

import { FERN } from '@patchbay/testkit/fixtures'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { sha256 } from '../../src/lib/security/digest.ts'
import { createProgram } from '../../src/operator/command-line.ts'
import { findLink } from '../../src/platform/sessions/store.ts'
import { expireCaches } from '../support/clock.ts'
import {
  type CommandResult,
  createCommandLine,
  createOwnCommandLine,
  type RunCommand,
  readJson,
} from '../support/command-line.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let patchbay: RunCommand
let asProcess: RunCommand
let ada: HttpClient

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  patchbay = createOwnCommandLine(system.deps)
  asProcess = createCommandLine({
    DATABASE_URL: system.databaseUrl,
    REDIS_PREFIX: system.deps.config.redisPrefix,
    SECRET_KEY: system.deps.config.secretKey.toString('base64'),
    FILE_FOLDER: system.deps.config.fileFolder,
    BACKUP_FOLDER: '/nonexistent/backups',
  })
  ada = await system.fern.signIn('ada')
})
afterAll(() => system.close())

const actions = async (): Promise<{ actor: string; action: string; subject: string }[]> =>
  ((await ada.get('/workspace/action-log')).body as { records: { actor: string; action: string; subject: string }[] })
    .records

const lastLine = ({ stdout }: CommandResult): string => stdout.split('\n').at(-1) ?? ''

it('has an example in the help of every command, and --json on all of them', () => {
  const program = createProgram({ startServer: async () => undefined, startWorker: async () => undefined, jobs: [] })
  const leaves = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
  expect(leaves.length).toBeGreaterThan(22)
  for (const command of leaves) {
    let help = ''
    const writeOut = (text: string) => {
      help += text
    }
    command.configureOutput({ writeOut }).outputHelp()
    expect(help, command.name()).toContain('Example:\n  $ ')
    expect(help, command.name()).toContain('--json')
  }
})

it('ends with 2 on wrong usage and names where verify is', async () => {
  expect(await asProcess('acount')).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean account') })
  expect(await patchbay('key', 'fern.test')).toMatchObject({ code: 2, stderr: expect.stringContaining('name') })
  expect(await patchbay('verify', 'telephony')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npx -p @patchbay/sdk patchbay verify telephony'),
  })
})

it.each([
  ['account', 'move', 'fern.test', '--cells', '/nonexistent', '--finish', '--keep-hours', '24h'],
  ['account', 'close', 'fern.test', '--grace-days', 'soon'],
  ['doctor', '--servers', 'two'],
  ['doctor', '--workers', '1e3'],
])('%s %s: refuses what is no number, and says so', async (...args) => {
  const given = args.at(-1)
  expect(await patchbay(...args)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(`'${given}' is invalid. Write a (whole )?number`),
  })
})

describe('accounts', () => {
  it('creates one and prints nothing but the link, with which a password is chosen', async () => {
    const { code, stdout } = await asProcess('account', 'Second', 'http://second.test', 'eve@second.test')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^http:\/\/second\.test\/choose-password#[\w-]{43}$/)])
    const client = system.fern.stranger.with({ host: 'second.test' })
    const body = { token: stdout.split('#')[1], password: 'a long enough password' }
    expect((await client.postJson('/workspace/password', body)).status).toBe(200)
  })

  it('lists them, and creates with --json', async () => {
    const made = await readJson(patchbay('--json', 'account', 'create', 'Third', 'http://third.test', 'eve@third.test'))
    expect(made).toMatchObject({ ok: true, name: 'Third', address: 'http://third.test', email: 'eve@third.test' })
    expect((await patchbay('account', 'list')).stdout).toMatch(
      /http:\/\/fern\.test +Fern[\s\S]*http:\/\/third\.test +Third/,
    )
    const { accounts } = await readJson<{ accounts: { name: string }[] }>(patchbay('account', 'list', '--json'))
    expect(accounts.map(({ name }) => name)).toEqual([FERN.name, 'Second', 'Third'])
  })

  it('says what is wrong, also as JSON', async () => {
    expect(await asProcess('key', 'nowhere.test', 'x')).toMatchObject({
      code: 1,
      stderr: 'there is no account at nowhere.test; patchbay account list shows them',
    })
    expect(await readJson(asProcess('key', 'nowhere.test', 'x', '--json'))).toEqual({
      ok: false,
      error: 'there is no account at nowhere.test; patchbay account list shows them',
    })
  })
})

describe('keys', () => {
  it('creates one for a module with scopes, which works, is listed and is revoked', async () => {
    const key = lastLine(
      await patchbay(
        'key',
        'fern.test',
        'For the exchange',
        '--module=exchange',
        'integration_read',
        'integration_write',
      ),
    )
    const api = system.fern.stranger.with({ 'x-api-key': key })
    expect((await api.get('/api/credentials')).body).toMatchObject({ success: true, scopes: expect.any(Array) })
    const { keys } = await readJson<{ keys: { id: string; name: string; modules: string[] }[] }>(
      patchbay('key', 'list', 'fern.test', '--json'),
    )
    const mine = keys.find(({ name }) => name === 'For the exchange')
    expect(mine).toMatchObject({ modules: ['exchange'], scopes: ['integration_read', 'integration_write'] })
    expect((await patchbay('key', 'list', 'fern.test')).stdout).toContain(`${mine?.id}  For the exchange`)
    expect((await patchbay('key', 'revoke', 'fern.test', mine?.id ?? '')).stdout).toContain('is revoked')
    await expireCaches()
    expect((await api.get('/api/credentials')).status).toBe(403)
    expect((await actions()).slice(0, 2)).toMatchObject([
      { actor: 'operator', action: 'api-key.revoked', subject: mine?.id },
      { actor: 'operator', action: 'api-key.created', subject: mine?.id },
    ])
  })

  it('knows no other scopes, and says which there are', async () => {
    const { code, stderr } = await patchbay('key', 'fern.test', 'x', 'everything')
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('there is no scope everything; there are integration_read'),
    ])
  })
})

describe('users', () => {
  it('creates a user with a role and a link', async () => {
    const made = await readJson<{ link: string }>(
      patchbay(
        'user',
        'create',
        'fern.test',
        'Nina@fern.test',
        '--role',
        'team-lead',
        '--first-name',
        'Nina',
        '--json',
      ),
    )
    expect(made).toMatchObject({
      ok: true,
      role: 'team-lead',
      link: expect.stringContaining('http://fern.test/choose-'),
    })
    const token = made.link.split('#')[1] ?? ''
    const linked = await inAccount(system.deps.db, system.fern.accountId, (trx) => findLink(trx, sha256(token)))
    expect(linked).toEqual(expect.any(Number))
    expect(await patchbay('user', 'create', 'fern.test', 'nina@fern.test')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already a user'),
    })
    expect((await actions())[0]).toMatchObject({ actor: 'operator', action: 'user.invited', subject: 'Nina@fern.test' })
  })

  it('gives a new link, changes the role, deactivates and reactivates; sessions end at once', async () => {
    const bruno = await system.fern.signIn('bruno')
    const link = (await patchbay('user', 'reset-password', 'fern.test', 'bruno@fern.test')).stdout
    const body = { token: link.split('#')[1], password: 'another long password' }
    expect((await system.fern.stranger.postJson('/workspace/password', body)).status).toBe(200)
    expect((await patchbay('user', 'role', 'fern.test', 'bruno@fern.test', 'admin')).stdout).toBe(
      'bruno@fern.test: admin, active',
    )
    expect((await patchbay('user', 'deactivate', 'fern.test', 'bruno@fern.test')).stdout).toContain('signed out')
    await expireCaches()
    expect((await bruno.get('/workspace/me')).status).toBe(401)
    expect(await patchbay('user', 'reset-password', 'fern.test', 'bruno@fern.test')).toMatchObject({ code: 1 })
    const { users } = await readJson<{ users: { email: string; active: boolean }[] }>(
      patchbay('user', 'list', 'fern.test', '--json'),
    )
    expect(users.find(({ email }) => email === 'bruno@fern.test')).toMatchObject({ active: false, role: 'admin' })
    expect((await patchbay('user', 'reactivate', 'fern.test', 'bruno@fern.test')).stdout).toContain('active')
    expect((await patchbay('user', 'list', 'fern.test')).stdout).toMatch(/bruno@fern\.test +admin +active/)
  })

  it('keeps the last administrator of an account, and knows its roles', async () => {
    expect(await patchbay('user', 'deactivate', 'second.test', 'eve@second.test')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('only active administrator'),
    })
    expect(await patchbay('user', 'role', 'second.test', 'eve@second.test', 'boss')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no role boss; there are'),
    })
    expect(await patchbay('user', 'role', 'second.test', 'who@second.test', 'admin')).toMatchObject({ code: 1 })
  })
})

describe('settings of an account', () => {
  it('shows and changes limits', async () => {
    expect((await readJson(patchbay('limits', 'second.test', '--json'))).limits).toMatchObject({ telephony: 40 })
    expect((await patchbay('limits', 'second.test', 'telephony=200')).stdout).toContain('"telephony":200')
    for (const wrong of ['telefony=1', 'telephony=Infinity', 'telephony=ten'])
      expect(await patchbay('limits', 'second.test', wrong)).toMatchObject({ code: 1 })
  })

  it('[D-158] shows, changes and removes quotas', async () => {
    expect((await patchbay('quotas', 'second.test')).stdout).toContain('requests=none files-mb=none')
    const changed = await readJson(patchbay('quotas', 'second.test', 'requests=200', 'files-mb=10', '--json'))
    expect(changed.quotas).toEqual({ requests: 200, 'files-mb': 10 })
    expect((await patchbay('quotas', 'second.test', 'requests=none')).stdout).toContain('requests=none files-mb=10')
    const wrong = await patchbay('quotas', 'second.test', 'disk=1')
    expect(wrong).toMatchObject({ code: 1 })
    expect(wrong.stderr).toContain('not a quota: disk=1; write requests=200 or requests=none')
  })

  it('moves to another address, and freezes and resumes a module', async () => {
    expect((await patchbay('address', 'third.test', 'https://third.example')).stdout).toBe(
      'moved to https://third.example',
    )
    await system.fern.api.post('/api/v5/integration-modules/pbx/edit', {
      integrationModule: { code: 'pbx', active: true },
    })
    expect((await patchbay('freeze', 'fern.test', 'pbx')).stdout).toBe('pbx is frozen')
    expect(await readJson(patchbay('unfreeze', 'fern.test', 'pbx', '--json'))).toMatchObject({
      ok: true,
      frozen: false,
    })
    expect((await patchbay('passwords', 'fern.test')).stdout).toBe('passwords are allowed')
  })
})

it('status shows the release, what waits and what is backed up', async () => {
  await system.work()
  const { code, stdout } = await asProcess('status')
  expect(code, stdout).toBe(0)
  for (const part of ['Release', 'last migration', 'Processes', 'Backlog', 'dead letters: 0', 'none; patchbay backup'])
    expect(stdout).toContain(part)
  const status = await readJson<{ processes: { role: string; pid: number }[]; accounts: number }>(
    asProcess('status', '--json'),
  )
  expect(status).toMatchObject({ ok: true, accounts: 3, database: { pendingMigrations: [] } })
  // The system under test is a worker, by its connection to Redis.
  expect(status.processes).toContainEqual(expect.objectContaining({ role: 'worker', pid: process.pid }))
})
