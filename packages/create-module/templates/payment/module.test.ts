import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startForTest } from '@patchbay/sdk/testing'
import { build } from '../src/module.ts'

test('an invoice gets a link to a page', async () => {
  const module = await startForTest(build)
  try {
    const create = {
      shopId: 'main',
      invoiceUuid: crypto.randomUUID(),
      amount: 12.5,
      currency: 'EUR',
      items: [],
      customer: {},
    }
    const reply = await module.send({ method: 'POST', path: '/payment/create', fields: { create } })
    assert.equal(reply.status, 200, reply.text)
    const { invoiceUrl } = reply.json.result as { invoiceUrl: string }
    assert.equal((await fetch(invoiceUrl)).status, 200)
  } finally {
    await module.stop()
  }
})
