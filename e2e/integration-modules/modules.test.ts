import { createHmac } from 'node:crypto'
import { verify } from '@patchbay/sdk/signature'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectPayments, orderToPay } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

const SECRET = 'shared with the administrator'

let rig: Rig
let module: Receiver
let ada: Desk
beforeAll(async () => {
  rig = await startRig()
  module = await startReceiver(({ path }, response) => {
    if (path !== '/config') return json(response, 201, { success: true, accountUrl: `${module.url}/account` })
    const scopes = ['integration_read', 'integration_write', 'telephony_write', 'dream_read']
    json(response, 200, { success: true, scopes, registerUrl: `${module.url}/register` })
  })
  ada = await rig.desk('ada')
})
afterAll(async () => {
  await rig.close()
  await module.close()
})

it('[D-14][D-83] connects a module in one step: it requests permissions, an administrator approves, it gets a key', async () => {
  await ada.page.goto(`${ADDRESS}/modules/connect`)
  await ada.page.getByRole('tab', { name: 'In one step' }).click()
  await ada.page.getByLabel('Configuration URL of the module').fill(`${module.url}/config`)
  await ada.page.getByRole('button', { name: 'Continue' }).click()
  await ada.page.getByText('telephony_write').waitFor()
  await ada.page.getByText(/permissions do not exist here.*dream_read/).waitFor()
  await screenshot(ada.page, 'connect-one-step')
  expect(await seriousViolations(ada.page)).toEqual([])
  await ada.page.getByLabel('Module secret').fill(SECRET)
  await ada.page.getByRole('button', { name: 'Allow and connect' }).click()
  await ada.page.getByRole('status').getByText('Waiting for the module to register').waitFor()
  const finish = ada.page.getByRole('link', { name: 'Finish setup in the module' })
  expect(await finish.getAttribute('href')).toBe(`${module.url}/account`)
  const handed = module.received.find(({ path }) => path === '/register')?.form.get('register') ?? '{}'
  const { apiKey, token } = JSON.parse(handed) as { apiKey: string; token: string }
  expect(token).toBe(createHmac('sha256', SECRET).update(apiKey).digest('hex'))
  // The module registers with that key, and appears in the list.
  const easy = { code: 'easy', name: 'Easy Exchange', baseUrl: module.url, actions: { activity: '/activity' } }
  await rig.api.with({ 'x-api-key': apiKey }).post('/api/v5/integration-modules/easy/edit', { integrationModule: easy })
  await ada.page.getByRole('status').getByText('Easy Exchange is connected').waitFor()
  await ada.page.getByRole('link', { name: 'Go to modules' }).click()
  await ada.page.getByRole('link', { name: 'Easy Exchange' }).waitFor()
  expect(ada.browserErrors).toEqual([])
})

it('[D-14] shows what is wrong with a URL that is not a module', async () => {
  await ada.page.goto(`${ADDRESS}/modules/connect`)
  await ada.page.getByRole('tab', { name: 'In one step' }).click()
  await ada.page.getByLabel('Configuration URL of the module').fill('http://169.254.169.254/latest')
  await ada.page.getByRole('button', { name: 'Continue' }).click()
  await ada.page
    .getByRole('alert')
    .getByText(/not a public address/)
    .waitFor()
  // The browser logs an error response as a failed request.
  expect(ada.browserErrors.splice(0)).toHaveLength(1)
})

it('[D-09] creates a new signing secret, shows it once, and signs later requests with it', async () => {
  await ada.page.goto(`${ADDRESS}/modules/easy`)
  await ada.page.getByRole('button', { name: 'Create new secret' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click()
  const shown = ada.page.getByRole('dialog', { name: 'New signing secret' })
  const secret = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  expect(await seriousViolations(ada.page)).toEqual([])
  await ada.page.keyboard.press('Escape')
  await ada.page.getByText(/The previous secret also stays valid until/).waitFor()
  expect(await ada.page.content()).not.toContain(secret)
  const activityRequests = () => module.received.filter(({ path }) => path === '/activity')
  await ada.page.getByRole('switch', { name: 'Easy Exchange is on' }).press('Space')
  await expect.poll(() => activityRequests().length).toBe(1)
  const { body, headers } = activityRequests()[0] ?? expect.fail('nothing came')
  expect(verify(secret, headers, body)).toEqual({ ok: true })
  expect(ada.browserErrors).toEqual([])
})

it('[D-49] shows that a module is paused after failures', async () => {
  await connectPayments(rig.api, module)
  module.answer((_received, response) => json(response, 500, {}))
  const wire = await rig.wire('ada')
  for (let failures = 0; failures < 5; failures++) {
    const id = await orderToPay(rig.api, 'paylane-online')
    const { order } = (await rig.api.get(`/api/v5/orders/${id}`, { by: 'id' })).body as {
      order: { payments: Record<string, { id: number }> }
    }
    const [payment] = Object.values(order.payments)
    await wire.postJson(`/workspace/payments/${payment?.id}/invoice`, {})
  }
  await ada.page.goto(`${ADDRESS}/modules/paylane`)
  const health = ada.page.getByRole('region', { name: 'Health' })
  await health.getByText('Paused after failures').waitFor()
  await health.getByText(/Paused until .* after several failures in a row/).waitFor()
  await screenshot(ada.page, 'module-resting')
  expect(await seriousViolations(ada.page)).toEqual([])
})

it('[D-20][D-96] shows what a telephony module reports; one that allows no edits offers only its deletion', async () => {
  const telephony = { inputEventSupported: true, outputEventSupported: false, hangupEventSupported: true }
  const integrationModule = { code: 'closed', name: 'Closed Exchange', integrations: { telephony } }
  await rig.api.post('/api/v5/integration-modules/closed/edit', { integrationModule })
  await ada.page.goto(`${ADDRESS}/modules/closed`)
  const facts = ada.page.getByRole('region', { name: 'Telephony' })
  for (const fact of ['Reports incoming callsYes', 'Reports outgoing callsNo', 'Reports hang-upsYes'])
    await facts.locator('div', { hasText: fact }).first().waitFor()
  await ada.page.getByRole('button', { name: 'Delete' }).waitFor()
  for (const name of ['Create new secret', 'Create key', 'Save'])
    expect(await ada.page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  expect(await ada.page.getByRole('switch').count()).toBe(0)
  await screenshot(ada.page, 'module-locked')
  expect(await seriousViolations(ada.page)).toEqual([])
  expect(ada.browserErrors).toEqual([])
})

it('[D-81] creates a key for a module on its page', async () => {
  await ada.page.goto(`${ADDRESS}/modules/easy`)
  await ada.page.getByRole('button', { name: 'Create key' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const shown = ada.page.getByRole('dialog', { name: 'API key created' })
  const apiKey = await shown.getByRole('textbox').inputValue()
  const own = rig.api.with({ 'x-api-key': apiKey })
  const register = async (code: string) =>
    (await own.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule: { code } })).status
  expect([await register('easy'), await register('stranger')]).toEqual([201, 403])
})

it('[D-81] warns of a key that several modules use, and splits it into a key for each', async () => {
  const wire = await rig.wire('ada')
  const made = await wire.postJson('/workspace/api-keys', { name: 'Shared', scopes: ['integration_write'] })
  const { id, apiKey } = made.body as { id: string; apiKey: string }
  await wire.postJson(`/workspace/api-keys/${id}/several-modules`, {})
  const register = (key: string, code: string) =>
    rig.api.with({ 'x-api-key': key }).post(`/api/v5/integration-modules/${code}/edit`, { integrationModule: { code } })
  await register(apiKey, 'shared-a')
  await register(apiKey, 'shared-b')
  await ada.page.goto(`${ADDRESS}/api-keys`)
  const warning = ada.page.getByRole('alert').filter({ hasText: 'Shared is used by shared-a, shared-b' })
  await warning.waitFor()
  await screenshot(ada.page, 'api-keys-shared')
  expect(await seriousViolations(ada.page)).toEqual([])
  await warning.getByRole('button', { name: 'Split' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Split' }).click()
  const shown = ada.page.getByRole('dialog', { name: 'New keys' })
  const own = await shown.getByRole('textbox', { name: 'shared-b' }).inputValue()
  expect((await register(own, 'shared-b')).status).toBe(201)
  expect((await register(own, 'shared-a')).status).toBe(403)
  await ada.page.keyboard.press('Escape')
  await warning.waitFor({ state: 'detached' })
  expect(ada.browserErrors).toEqual([])
})
