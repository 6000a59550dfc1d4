// Clients that others wrote for this API and published, unchanged, against the running server over a real socket.
import { createRequire } from 'node:module'
import { RetailCRM } from 'retailcrm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from './system.ts'

type Answer = { isSuccessful: () => boolean; errorMsg: () => string; getBody: () => Record<string, unknown> }
type OtherClient = {
  availableVersions: () => Promise<Answer>
  credentials: () => Promise<Answer>
  modules: { update: (module: object) => Promise<Answer>; fetch: (code: string) => Promise<Answer> }
}
const otherClient = createRequire(import.meta.url)('node-retailcrm-api') as (options: {
  url: string
  apiKey: string
}) => OtherClient

let system: System
beforeAll(async () => {
  // These clients send the host of the address they are given: an installation with one account takes any.
  system = await startSystem({ accounts: ['fern'] })
})
afterAll(() => system.close())

const module = {
  code: 'public-1',
  integrationCode: 'public',
  active: true,
  name: 'Registered by a public client',
  logo: 'https://pbx.test/logo.svg',
  clientId: 'c-1',
  baseUrl: 'https://pbx.test',
  accountUrl: 'https://pbx.test/account',
  actions: { activity: '/activity' },
  integrations: { mgTransport: { webhookUrl: 'https://pbx.test/hook' } },
}

it('[M-01][D-02] registers a module and reads it back with the npm client retailcrm', async () => {
  const client = new RetailCRM({ baseUrl: system.origin, apiKey: system.fern.apiKey })
  expect((await client.apiVersions()).unwrap()).toContain('5.0')
  expect((await client.credentials()).unwrap()).toMatchObject({ success: true, siteAccess: 'access_full' })
  const info = (await client.createIntegrationModule('public-1', module as never)).unwrap() as { mgTransport: object }
  expect(info.mgTransport).toEqual({ endpointUrl: 'http://fern.test', token: expect.any(String) })
  expect((await client.getIntegrationModule('public-1')).unwrap()).toMatchObject({
    code: 'public-1',
    name: module.name,
    actions: module.actions,
  })
})

it('[D-04] lets the npm client retailcrm read a refusal', async () => {
  const client = new RetailCRM({ baseUrl: system.origin, apiKey: 'wrong' })
  const refused = await client.getIntegrationModule('public-1')
  expect(() => refused.unwrap()).toThrow('[403] Wrong "apiKey" value.')
})

it('[M-02][D-02] changes the module with the npm client node-retailcrm-api, which posts JSON with nested strings', async () => {
  const client = otherClient({ url: system.origin, apiKey: system.fern.apiKey })
  expect((await client.availableVersions()).isSuccessful()).toBe(true)
  const changed = await client.modules.update({ ...module, name: 'Changed by another' })
  expect(changed.isSuccessful(), changed.errorMsg()).toBe(true)
  expect((await client.modules.fetch('public-1')).getBody()).toMatchObject({
    success: true,
    integrationModule: { name: 'Changed by another' },
  })
})
