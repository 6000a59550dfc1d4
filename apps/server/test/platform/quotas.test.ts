// What an operator lets a whole account have.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { updateQuotas } from '../../src/platform/accounts/store.ts'
import { expireCaches } from '../support/clock.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const setQuotas = async (quotas: Record<string, number | null>) => {
  await inAccount(system.deps.db, system.fern.accountId, (trx) => updateQuotas(trx, quotas))
  await expireCaches()
}

/** As if others of the account had just sent what it may send. */
const usedUp = async <T>(send: () => Promise<T>): Promise<T> => {
  while ((await system.deps.rateLimit(`account:${system.fern.accountId}`, 1)) === undefined);
  return send()
}

it('[D-158] limits the requests of all keys, transports and people of an account together', async () => {
  const { fern, kettle } = system
  const admin = await fern.signIn('ada')
  const transport = await connectTransport(fern, 'telegram', 'http://127.0.0.1:9/hook')
  await setQuotas({ requests: 1 })
  const refused = async (send: () => ReturnType<HttpClient['get']>) => {
    let status = 0
    const take = async () => {
      const reply = await usedUp(send)
      status = reply.status
      const saysWhose = /"account[":].*The operator of this installation can allow more/.test(reply.text)
      return [status, Number(reply.headers['retry-after']) > 0, saysWhose]
    }
    // The second may be over on a slow machine.
    await expect.poll(take).toEqual([expect.toSatisfy((one) => one === 503 || one === 429), true, true])
    return status
  }
  expect(await refused(() => fern.api.get('/api/v5/reference/sites'))).toBe(503)
  expect(await refused(() => admin.get('/workspace/orders'))).toBe(503)
  expect(await refused(() => transport.call('GET', '/channels'))).toBe(429)
  const check = { invoiceUuid: crypto.randomUUID(), amount: 1, currency: 'USD' }
  const checked = await usedUp(() => fern.api.post('/api/v5/payment/check', { check }))
  expect([checked.status, checked.text]).toEqual([200, expect.stringContaining('"success":false')])
  expect((await usedUp(() => kettle.api.get('/api/v5/reference/sites'))).status).toBe(200)
  await setQuotas({ requests: null })
  expect((await usedUp(() => fern.api.get('/api/v5/reference/sites'))).status).toBe(200)
})

it('[D-158] refuses no payment of people either', async () => {
  const { fern } = system
  const admin = await fern.signIn('ada')
  await setQuotas({ requests: 1 })
  const invoice = `/workspace/invoices/${crypto.randomUUID()}`
  const sends = [
    () => admin.postJson('/workspace/payments/999999999/invoice', {}),
    () => admin.postJson(`${invoice}/operations`, { kind: 'cancel' }),
    () => admin.postJson(`${invoice}/reissue`, {}),
    () => fern.api.get(`/api/v5/payment/invoice/${crypto.randomUUID()}`),
  ]
  // Several times: the second may be over on a slow machine, and then everything is served.
  for (const send of [...sends, ...sends, ...sends]) {
    const reply = await usedUp(send)
    expect(reply.status, reply.text).toBe(404)
  }
  await setQuotas({ requests: null })
})

it('[D-158] refuses a file for which the account has no room', async () => {
  const { fern, kettle } = system
  const upload = (api: HttpClient, kilobytes: number) => {
    const body = Buffer.alloc(kilobytes * 1_000, 'x')
    return api.send('POST', '/api/v5/files/upload', { headers: { 'content-type': 'text/plain' }, body })
  }
  await setQuotas({ 'files-mb': 1 })
  expect((await upload(fern.api, 600)).status).toBe(200)
  const reply = await upload(fern.api, 500)
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('may keep 1 MB of files')])
  expect((await upload(fern.api, 300)).status).toBe(200)
  expect((await upload(kettle.api, 1_100)).status).toBe(200)
  await setQuotas({ 'files-mb': null })
  expect((await upload(fern.api, 500)).status).toBe(200)
})
