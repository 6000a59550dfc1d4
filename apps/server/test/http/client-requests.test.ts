// Requests byte for byte as the clients of exchanges build them (with our own values), sent over a raw socket:
// multipart of PHP 5.x, forms of PHP 6.x, Go and Python, and two old scripts.
import { readFileSync } from 'node:fs'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { sha256 } from '../../src/lib/security/digest.ts'
import { insertKey } from '../../src/platform/api-keys/store.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { replay as replayBytes } from '../support/replay.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let customer: number
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    insertKey(trx, {
      id: 'fixture1',
      secretHash: sha256('FixtureFixtureFixtureFixtureFixtureFixture0'),
      name: 'fixture',
      scopes: ['telephony_read', 'telephony_write'],
      createdBy: null,
    }),
  )
  customer = await exchange.customer('+12025550603', { managerId: system.fern.userIds.bruno })
})
afterAll(async () => {
  await exchange.close()
  await system.close()
})

const replay = (name: string) =>
  replayBytes(system.origin, readFileSync(new URL(`../support/fixtures/telephony/${name}.http`, import.meta.url)))

const manager = {
  id: expect.any(String),
  firstName: 'Bruno',
  lastName: 'Costa',
  patronymic: '',
  email: 'bruno@fern.test',
  code: '101',
}
const details = () => ({
  customer: expect.objectContaining({ id: String(customer), phones: [{ number: '+12025550603' }] }),
  links: expect.objectContaining({ customerLink: `http://fern.test/customers/${customer}` }),
})

it('[T-13][D-02][D-03] accepts events as PHP 5.x, PHP 6.x, Go and Python send them', async () => {
  expect(await replay('php5-call-event')).toEqual({ status: 200, body: { success: true, notExistCodes: ['555'] } })
  expect(await replay('php5-call-hangup')).toEqual({ status: 200, body: { success: true } })
  expect(await replay('php6-call-event')).toEqual({ status: 200, body: { success: true, notExistUsers: [424_242] } })
  expect(await replay('go-call-event')).toEqual({ status: 200, body: { success: true } })
  expect(await replay('python-call-event')).toEqual({ status: 200, body: { success: true } })
})

it('[T-17][T-18][D-26] accepts history as they upload it, each record once', async () => {
  const uploads: Record<string, { count: number; ids?: string[] }> = {
    'php5-calls-upload': { count: 2, ids: ['5002', 'php5-1'] },
    'php6-calls-upload': { count: 1, ids: ['php6-1'] },
    'go-calls-upload': { count: 1, ids: ['go-1'] },
    'python-calls-upload': { count: 1, ids: ['py-2'] },
    'script-v3-upload': { count: 1, ids: ['1770123456.42'] },
    'script-multipart-upload': { count: 1, ids: ['vo-1'] },
  }
  for (const [name, { count, ids }] of Object.entries(uploads)) {
    expect(await replay(name), name).toEqual({ status: 200, body: { success: true, processedCallsCount: count } })
    expect(await replay(name), name).toEqual({
      status: 200,
      body: { success: true, processedCallsCount: 0, duplicateCalls: ids },
    })
  }
})

it('[T-20][D-28] answers the lookup as they send it', async () => {
  const browser = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('bruno'))
  expect(await replay('php5-manager')).toEqual({ status: 200, body: { success: true, manager, ...details() } })
  expect(await replay('php6-manager')).toEqual({ status: 200, body: { success: true, manager, ...details() } })
  expect(await replay('python-manager')).toEqual({ status: 200, body: { success: true, manager, ...details() } })
  expect(await replay('script-v3-manager')).toEqual({ status: 200, body: { success: true, manager } })
  browser.close()
})
