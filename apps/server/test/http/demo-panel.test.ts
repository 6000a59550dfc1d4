// The page /demo: in development it leads to the panel of the living demo, anywhere else it does not exist.
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { startSystem } from '../support/system.ts'

const DEMO_URL = 'http://127.0.0.1:4500/'

const open = async (env: Record<string, string>) => {
  const system = await startSystem({ env, accounts: ['fern'] })
  try {
    return await system.fern.stranger.get('/demo')
  } finally {
    await system.close()
  }
}

it('leads to the panel, opened for this account', async () => {
  const reply = await open({ NODE_ENV: 'development', DEMO_URL })
  expect(reply.status).toBe(302)
  expect(reply.headers.location).toBe(`${DEMO_URL}?account=fern.test`)
})

it.each([
  ['in production, even where DEMO_URL is set', { NODE_ENV: 'production', DEMO_URL }],
  ['in development without the demo', { NODE_ENV: 'development' }],
])('does not exist %s', async (_where, env) => {
  expect((await open(env)).status).toBe(404)
})

it('DEMO_URL means nothing outside development', () => {
  const env = { DATABASE_URL: 'postgres://x', SECRET_KEY: Buffer.alloc(32).toString('base64'), DEMO_URL }
  expect(readConfig({ ...env, NODE_ENV: 'production' }).demoUrl).toBeUndefined()
  expect(readConfig(env).demoUrl).toBeUndefined()
  expect(readConfig({ ...env, NODE_ENV: 'development' }).demoUrl).toBe(DEMO_URL)
})
