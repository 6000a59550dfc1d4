import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startForTest, type TestRequest } from '@patchbay/sdk/testing'
import { build } from '../src/module.ts'

const call = (code: string): TestRequest => ({
  method: 'GET',
  path: '/telephony/make-call',
  fields: { code, phone: '+4685005500', userId: '1' },
})

test('a call is placed from a known extension, and reported', async () => {
  const module = await startForTest(build)
  try {
    assert.equal((await module.send(call('101'))).status, 200)
    const uploaded = await module.system.waitFor(({ path }) => path.endsWith('/calls/upload'), 10_000)
    assert.equal(uploaded?.status, 200)
  } finally {
    await module.stop()
  }
})

test('an unknown extension is refused with a reason', async () => {
  const module = await startForTest(build)
  try {
    assert.match((await module.send(call('999'))).text, /There is no phone 999/)
  } finally {
    await module.stop()
  }
})
