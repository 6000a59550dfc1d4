import type { HttpClient } from '@patchbay/testkit/http-client'
import { waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { showShared } from '../../src/platform/traffic/share-actions.ts'
import { deleteExchangesBefore } from '../../src/platform/traffic/store.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ada: HttpClient
let exchangeId: number
beforeAll(async () => {
  system = await startSystem()
  ada = await system.fern.signIn('ada')
  const integrationModule = { code: 'pbx-1', name: 'Exchange', clientId: 'ours' }
  await system.fern.api.post('/api/v5/integration-modules/pbx-1/edit', { integrationModule })
  const { exchanges } = (await ada.get('/workspace/traffic')).body as { exchanges: { id: number }[] }
  exchangeId = exchanges[0]?.id ?? 0
})
afterAll(() => system.close())

type Made = { share: { id: number; expiresAt: string }; shareToken: string }
const share = async (): Promise<Made> => {
  const reply = await ada.postJson(`/workspace/traffic/${exchangeId}/shares`, {})
  expect(reply.status).toBe(201)
  return reply.body as Made
}
const read = (shareToken: string, wire = system.fern.stranger) =>
  wire.postJson('/workspace/shared-exchange', { shareToken })

it('shows one exchange to anyone with the link, without a session, and nothing else', async () => {
  const { share: made, shareToken } = await share()
  const reply = await read(shareToken)
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    success: true,
    expiresAt: made.expiresAt,
    exchange: {
      at: expect.any(String),
      direction: 'in',
      moduleCode: 'pbx-1',
      method: 'POST',
      url: '/api/v5/integration-modules/pbx-1/edit',
      status: 201,
      durationMs: expect.any(Number),
      ok: true,
      requestId: expect.any(String),
      sent: { headers: expect.objectContaining({ 'x-api-key': '[removed]' }), bytes: expect.any(Number) },
      result: { code: 'accepted' },
      request: expect.stringContaining('pbx-1'),
      answer: expect.stringContaining('success'),
    },
  })
  // The stored exchange is redacted: the secret of the registration is removed.
  expect(reply.text).toContain('[removed]')
  expect(Date.parse(made.expiresAt) - Date.now()).toBeCloseTo(7 * 86_400_000, -5)
  expect(reply.headers['referrer-policy']).toBe('no-referrer')
})

it('stores only the hash of the token, and logs creation and revocation', async () => {
  const { share: made, shareToken } = await share()
  expect(shareToken).toHaveLength(43)
  const rows = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.selectFrom('traffic_share').selectAll().execute(),
  )
  expect(JSON.stringify(rows)).not.toContain(shareToken)
  expect((await ada.get(`/workspace/traffic/${exchangeId}/shares`)).text).not.toContain(shareToken)
  expect((await ada.send('DELETE', `/workspace/traffic-shares/${made.id}`)).status).toBe(200)
  expect((await read(shareToken)).body).toMatchObject({ success: false, errorCode: 'share_gone' })
  expect((await ada.send('DELETE', `/workspace/traffic-shares/${made.id}`)).status).toBe(404)
  const { records } = (await ada.get('/workspace/action-log')).body as { records: { action: string }[] }
  expect(records.slice(0, 2)).toMatchObject([
    { action: 'exchange.share-revoked', subject: 'pbx-1', actor: 'ada@fern.test' },
    { action: 'exchange.shared', subject: 'pbx-1', detail: { exchange: exchangeId } },
  ])
  expect(JSON.stringify(records)).not.toContain(shareToken)
})

it('expires after seven days', async () => {
  const { shareToken } = await share()
  const later = { ...system.deps, now: () => new Date(Date.now() + 7 * 86_400_000 + 1_000) }
  const http = {
    ip: '',
    userAgent: '',
    cookie: () => undefined,
    setCookie: async () => undefined,
    otherStatus: () => undefined,
    about: () => undefined,
    from: () => undefined,
  }
  const caller = { by: 'nobody', accountId: system.fern.accountId } as const
  await expect(showShared(later, caller, { body: { shareToken } }, http)).rejects.toMatchObject({ code: 'share_gone' })
  expect((await read(shareToken)).status).toBe(200)
})

it('does not work in another account, with a guessed token, or after the exchange is deleted', async () => {
  const { share: made, shareToken } = await share()
  expect((await read(shareToken, system.kettle.stranger)).status).toBe(404)
  expect((await read('x'.repeat(43))).status).toBe(404)
  const [bruno, edith] = [await system.fern.signIn('bruno'), await system.kettle.signIn('edith')]
  expect((await bruno.postJson(`/workspace/traffic/${exchangeId}/shares`, {})).status).toBe(403)
  expect((await edith.postJson(`/workspace/traffic/${exchangeId}/shares`, {})).status).toBe(404)
  expect((await edith.send('DELETE', `/workspace/traffic-shares/${made.id}`)).status).toBe(404)
  expect((await edith.get(`/workspace/traffic/${exchangeId}/shares`)).body).toMatchObject({ shares: [] })
  await waitUntil('the exchange is purged', async () => {
    await inAccount(system.deps.db, system.fern.accountId, (trx) => deleteExchangesBefore(trx, new Date(), 1_000))
    return (await read(shareToken)).status === 404
  })
})
