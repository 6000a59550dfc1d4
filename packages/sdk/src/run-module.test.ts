import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuildModule, readEnvironment, startModule } from './run-module.ts'
import { serveTelephony } from './telephony.ts'
import { type MockSystem, startMockSystem } from './verify/mock-system.ts'

let system: MockSystem
beforeAll(async () => {
  system = await startMockSystem()
})
afterAll(() => system.close())

it.each([
  [{}, 'PATCHBAY_KEY is not set. It must be an API key of the system.'],
  [{ PATCHBAY_URL: 'crm' }, 'PATCHBAY_URL is "crm", which is not a URL.'],
  [{ PORT: 'https' }, 'PORT is "https", which is not a port.'],
  [{ PUBLIC_URL: 'https://bank.test' }, 'PORT is not set, and PUBLIC_URL (https://bank.test/) names no port.'],
])('a wrong environment %j gets a sentence', (more, sentence) => {
  const right = { PATCHBAY_URL: 'https://crm.test', PATCHBAY_KEY: 'key', PUBLIC_URL: 'http://127.0.0.1:4000' }
  const environment = Object.keys(more).length === 0 ? {} : { ...right, ...more }
  expect(() => readEnvironment(environment)).toThrow(sentence)
})

it('listens on PORT, not on the port of the public URL', () => {
  const environment = {
    PATCHBAY_URL: 'https://crm.test',
    PATCHBAY_KEY: 'key',
    PUBLIC_URL: 'https://bank.test',
    PORT: '4000',
  }
  expect(readEnvironment(environment)).toMatchObject({ port: 4000, publicUrl: 'https://bank.test/' })
})

it('says as what it is registered, what the system warned of, and which requests it refused; then stops', async () => {
  const lines: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-run-'))
  const build: BuildModule = ({ connection, publicUrl }) => {
    const exchange = serveTelephony({ secretFor: connection.secretFor, makeCall: () => {} })
    const additionalCodes = [{ userId: '77', code: '101' }]
    const registration = exchange.registration(publicUrl, { additionalCodes, makeCallURL: 'x' } as never)
    return { code: 'exchange', name: 'Exchange', handler: exchange.handler, registration }
  }
  const module = await startModule(build, {
    systemUrl: system.url,
    apiKey: system.apiKey,
    publicUrl: 'https://pbx.test',
    port: 0,
    folder,
    log: (line) => void lines.push(line),
  })
  await module.registered
  const call = await fetch(`http://127.0.0.1:${module.port}/telephony/make-call?clientId=stranger&phone=1&code=101`)
  expect(call.status).toBe(403)
  await module.stop()
  await expect(fetch(`http://127.0.0.1:${module.port}/`)).rejects.toThrow()
  const log = lines.join('\n')
  expect(log).toContain(`registered as exchange at ${system.url}`)
  expect(log).toContain('warning: there is no user 77: the extension was not saved')
  expect(log).toContain('warning: integrationModule.integrations.telephony.makeCallURL is not kept')
  expect(log).toMatch(/refused GET \/telephony\/make-call with 403: .*stranger/)
})

it('a client of a connection says which module it is, also when it looks for a manager', async () => {
  const { createClient } = await import('./client.ts')
  await createClient({ systemUrl: system.url, apiKey: system.apiKey, clientId: 'mine' })
    .findManager({ phone: '+4670' })
    .catch(() => undefined)
  expect(system.received.at(-1)).toMatchObject({ path: '/api/v5/telephony/manager', fields: { clientId: 'mine' } })
})
