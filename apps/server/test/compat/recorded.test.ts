// `npm run compat`: requests as published clients send them, with values of our own, byte for byte over a raw socket.
// docs/compatibility.md is made of the same list; UPDATE=1 writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { SCOPES } from '@patchbay/contract/base/scopes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { sha256 } from '../../src/lib/security/digest.ts'
import { insertKey } from '../../src/platform/api-keys/store.ts'
import { replay } from '../support/replay.ts'
import { type System, startSystem } from '../support/system.ts'
import { compatibilityPage, type RecordedCase } from './page.ts'

const here = (path: string) => new URL(path, import.meta.url)
const PAGE = here('../../../../docs/compatibility.md')
const CASES = JSON.parse(readFileSync(here('cases.json'), 'utf8')) as RecordedCase[]

let system: System
beforeAll(async () => {
  system = await startSystem()
  await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    const secretHash = sha256('FixtureFixtureFixtureFixtureFixtureFixture0')
    await insertKey(trx, { id: 'fixture1', secretHash, name: 'fixture', scopes: [...SCOPES], createdBy: null })
    await trx.updateTable('api_key').set({ several_modules: true }).where('id', '=', 'fixture1').execute()
  })
})
afterAll(() => system.close())

for (const [client, cases] of Map.groupBy(CASES, (one) => one.client))
  describe(`${client}, as recorded`, () => {
    for (const { method, request, status, body, result } of cases)
      it(`[D-02][D-03][D-04] ${method}: ${result}`, async () => {
        const reply = await replay(system.origin, readFileSync(here(`requests/${request}.http`)))
        expect(reply, JSON.stringify(reply)).toMatchObject({ status, body })
      })
  })

it('is what docs/compatibility.md says', () => {
  const page = compatibilityPage(CASES)
  if (process.env.UPDATE) writeFileSync(PAGE, page)
  expect(readFileSync(PAGE, 'utf8')).toBe(page)
})
