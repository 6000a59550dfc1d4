import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startForTest } from '@patchbay/sdk/testing'
import { build } from '../src/module.ts'

test('what a person writes reaches the system', async () => {
  const module = await startForTest(build)
  try {
    const body = JSON.stringify({ text: 'Do you have olive trees?' })
    const reply = await fetch(`${module.url}/people/ann`, { method: 'POST', body })
    assert.equal(reply.status, 200)
    const sent = module.system.received.find(({ path }) => path.endsWith('/messages'))
    assert.equal(sent?.status, 200)
  } finally {
    await module.stop()
  }
})
