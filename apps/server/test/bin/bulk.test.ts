import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SCOPES } from '@patchbay/contract/base/scopes'
import { createHttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, customerRows, phoneRows } from '../../seed/bulk-rows.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { parsePhone } from '../../src/lib/text/phone.ts'
import { findAccountIdByHost } from '../../src/platform/accounts/store.ts'
import { issueKey } from '../../src/platform/api-keys/store.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
})
afterAll(() => system.close())

const seed = (...flags: string[]) =>
  promisify(execFile)('node', ['apps/server/seed/seed.ts', ...flags], {
    cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
    env: {
      ...process.env,
      DATABASE_URL: system.databaseUrl,
      ADMIN_DATABASE_URL: system.adminUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  })

const ACCOUNT: Account = { accountId: 1, shopIds: [1], managerIds: [1], statuses: [], now: 1_800_000_000 }

it('[D-29] creates phone numbers as they would be parsed', () => {
  for (const [, , , given, e164, tail] of phoneRows(ACCOUNT, 1, 2_000))
    expect(parsePhone(String(given), 'US'), String(given)).toEqual({ given, ...(e164 !== null && { e164 }), tail })
  expect([...customerRows(ACCOUNT, 1, 10)]).toEqual([...customerRows(ACCOUNT, 1, 10)])
})

it('creates a big account that works like any other, and leaves an existing one alone', async () => {
  await seed('--customers=600', '--orders=100', '--calls=200', '--accounts=3')
  const { deps } = system
  const accountId = (await findAccountIdByHost(deps.db, 'bulk.test')) ?? 0
  const asked = {
    name: 'one',
    scopes: [...SCOPES],
    sites: null,
    moduleCode: null,
    grantedScopes: null,
    createdBy: null,
  }
  const key = await inAccount(deps.db, accountId, (trx) => issueKey(trx, asked))
  const api = createHttpClient(system.origin, { host: 'bulk.test', 'x-api-key': key.text })
  const page = (await api.get('/api/v5/customers', { page: '30' })).body as { customers: object[]; pagination: object }
  expect(page.pagination).toMatchObject({ totalCount: 600, totalPageCount: 30 })
  expect(page.customers).toHaveLength(20)
  expect((await api.get('/api/v5/orders')).body).toMatchObject({ pagination: { totalCount: 100 } })
  const [, second] = [...phoneRows(ACCOUNT, 1, 600)]
  expect((await api.get('/api/v5/customers', { 'filter[phone]': String(second?.[4]) })).body).toMatchObject({
    customers: [{ externalId: 'c1' }],
  })
  const calls = await inAccount(deps.db, accountId, (trx) => trx.selectFrom('call').select('id').execute())
  expect(calls).toHaveLength(200)
  expect((await api.post('/api/v5/customers/create', { customer: { firstName: 'Next' } })).status).toBe(201)
  expect((await api.get('/api/v5/customers')).body).toMatchObject({ pagination: { totalCount: 601 } })
  await expect(seed('--customers=10')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('already') })
})
