// `npm run compat`: requests as published clients send them, with values of our own, byte for byte over a raw socket.
// docs/compatibility.md is made of the same list; UPDATE=1 writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { SCOPES } from '@patchbay/contract/base/scopes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { sha256 } from '../../src/lib/security/digest.ts'
import { insertKey } from '../../src/platform/api-keys/store.ts'
import { findModule, updateTransportToken } from '../../src/platform/modules/store.ts'
import { replay } from '../support/replay.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, holdExchange } from '../support/transport.ts'
import { callWithNpmClients } from './npm-clients.ts'
import { compatibilityPage, type RecordedCase } from './page.ts'

const here = (path: string) => new URL(path, import.meta.url)
const PAGE = here('../../../../docs/compatibility.md')
const CASES = JSON.parse(readFileSync(here('cases.json'), 'utf8')) as RecordedCase[]

const TRANSPORT_TOKEN = 'FixtureTransportTokenFixtureTransportToken00'

let system: System
beforeAll(async () => {
  system = await startSystem()
  await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    const secretHash = sha256('FixtureFixtureFixtureFixtureFixtureFixture0')
    await insertKey(trx, { id: 'fixture1', secretHash, name: 'fixture', scopes: [...SCOPES], createdBy: null })
    await trx.updateTable('api_key').set({ several_modules: true }).where('id', '=', 'fixture1').execute()
  })
  // The token of the recorded requests, for a transport that registers as any other.
  await connectTransport(system.fern, 'recorded-chats', 'http://127.0.0.1:9/webhooks')
  await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    const module = (await findModule(trx, 'recorded-chats')) ?? expect.fail('it has not registered')
    await updateTransportToken(trx, module.id, Buffer.from('recorded'), sha256(TRANSPORT_TOKEN))
  })
})
afterAll(() => system.close())

/** The method and the path of a request of the transport API; its answers hold to the public document. */
const TRANSPORT = /^([A-Z]+) \/api\/transport\/v1(\S+) /

/** Undefined: it has none, or it is a file. */
const bodyOf = (request: Buffer): unknown => {
  const body = request.subarray(request.indexOf('\r\n\r\n') + 4).toString('utf8')
  return body.startsWith('{') ? JSON.parse(body) : undefined
}

for (const [client, cases] of Map.groupBy(CASES, (one) => one.client))
  describe(`${client}, as recorded`, () => {
    for (const { method, request, status, body, result } of cases)
      it(`[D-02][D-03][D-04] ${method}: ${result}`, async () => {
        const bytes = readFileSync(here(`requests/${request}.http`))
        const reply = await replay(system.origin, bytes)
        expect(reply, JSON.stringify(reply)).toMatchObject({ status, body })
        const [, verb = '', below = ''] = TRANSPORT.exec(bytes.toString('utf8')) ?? []
        if (below) holdExchange(verb, below, bodyOf(bytes), reply)
      })
  })

it('[D-02] the npm clients run unchanged, and docs/compatibility.md says all of this', async () => {
  const { apiKey, userIds } = system.fern
  const npmRows = await callWithNpmClients(system.origin, apiKey, userIds.bruno)
  expect(npmRows.filter(({ status }) => status >= 300)).toEqual([])
  const page = compatibilityPage(CASES, npmRows)
  if (process.env.UPDATE) writeFileSync(PAGE, page)
  expect(readFileSync(PAGE, 'utf8')).toBe(page)
})
