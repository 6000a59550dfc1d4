import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
})
afterAll(() => system.close())

it('“Start in five minutes” registers a module with one request', async () => {
  const guide = readFileSync(new URL('../../../../docs/start.md', import.meta.url), 'utf8')
  const command = /^```sh\n(curl [\s\S]*?)^```$/m.exec(guide)?.[1] ?? expect.fail('the guide has no request')
  const { text } = await system.fern.newKey({ scopes: ['integration_write'] })
  // Unlike a reader, use the port of this test.
  const script = command.replace('http://localhost:8080', system.origin)
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: { ...process.env, KEY: text } })
  expect(JSON.parse(stdout)).toMatchObject({ success: true })
  const { body } = await system.fern.api.get('/api/v5/integration-modules/pbx-1')
  expect(body).toMatchObject({ integrationModule: { name: 'Our exchange' } })
})
