import { createHmac } from 'node:crypto'
import { verify } from '@patchbay/sdk/signature'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectPayments, orderToPay } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { barriers, screenshot } from '../support/screenshots.ts'

const SECRET = 'shared with whoever may connect it'

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

it('[D-14] connects a module in one step: it says what it needs, an administrator agrees, it gets a key', async () => {
  await ada.page.goto(`${ADDRESS}/modules/connect`)
  await ada.page.getByRole('tab', { name: 'In one step' }).click()
  await ada.page.getByLabel('Configuration URL of the module').fill(`${module.url}/config`)
  await ada.page.getByRole('button', { name: 'Continue' }).click()
  await ada.page.getByText('telephony_write').waitFor()
  await ada.page.getByText(/permissions do not exist here.*dream_read/).waitFor()
  await screenshot(ada.page, 'connect-one-step')
  expect(await barriers(ada.page)).toEqual([])
  await ada.page.getByLabel('Module secret').fill(SECRET)
  await ada.page.getByRole('button', { name: 'Allow and connect' }).click()
  await ada.page.getByText('Connected', { exact: true }).waitFor()
  const finish = ada.page.getByRole('link', { name: 'Finish setup in the module' })
  expect(await finish.getAttribute('href')).toBe(`${module.url}/account`)
  const handed = module.received.find(({ path }) => path === '/register')?.form.get('register') ?? '{}'
  const { apiKey, token } = JSON.parse(handed) as { apiKey: string; token: string }
  expect(token).toBe(createHmac('sha256', SECRET).update(apiKey).digest('hex'))
  // With that key the module registers, and appears.
  const easy = { code: 'easy', name: 'Easy Exchange', baseUrl: module.url, actions: { activity: '/activity' } }
  await rig.api.with({ 'x-api-key': apiKey }).post('/api/v5/integration-modules/easy/edit', { integrationModule: easy })
  await ada.page.getByRole('link', { name: 'Go to modules' }).click()
  await ada.page.getByRole('link', { name: 'Easy Exchange' }).waitFor()
  expect(ada.complaints).toEqual([])
})

it('[D-14] says what is wrong with an address at which no module answers', async () => {
  await ada.page.goto(`${ADDRESS}/modules/connect`)
  await ada.page.getByRole('tab', { name: 'In one step' }).click()
  await ada.page.getByLabel('Configuration URL of the module').fill('http://169.254.169.254/latest')
  await ada.page.getByRole('button', { name: 'Continue' }).click()
  await ada.page
    .getByRole('alert')
    .getByText(/not a public address/)
    .waitFor()
  // A refusal is a request that failed, for the browser.
  expect(ada.complaints.splice(0)).toHaveLength(1)
})

it('[D-09] makes a new signing secret, shown once, with which the module is told from then on', async () => {
  await ada.page.goto(`${ADDRESS}/modules/easy`)
  await ada.page.getByRole('button', { name: 'Create new secret' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click()
  const shown = ada.page.getByRole('dialog', { name: 'New signing secret' })
  const secret = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  expect(await barriers(ada.page)).toEqual([])
  await ada.page.keyboard.press('Escape')
  await ada.page.getByText(/The previous secret also stays valid until/).waitFor()
  expect(await ada.page.content()).not.toContain(secret)
  const told = () => module.received.filter(({ path }) => path === '/activity')
  await ada.page.getByRole('switch', { name: 'Easy Exchange is on' }).press('Space')
  await expect.poll(() => told().length).toBe(1)
  const { body, headers } = told()[0] ?? expect.fail('nothing came')
  expect(verify(secret, headers, body)).toEqual({ ok: true })
  expect(ada.complaints).toEqual([])
})

it('[D-49] shows that a module is given a rest after failures', async () => {
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
  expect(await barriers(ada.page)).toEqual([])
})
