// What a transport tells about the visitor, beside the conversation.
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMessenger } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let module: Receiver
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  module = await startReceiver((_received, response) => json(response, 200, {}))
  const messenger = await connectMessenger(rig, `${module.url}/webhooks`)
  const mgTransport = { webhookUrl: `${module.url}/webhooks`, actions: { online: '/online', visits: '/visits' } }
  const integrationModule = {
    ...{ code: 'messenger', name: 'Messenger', baseUrl: module.url, clientId: 'shop-1' },
    integrations: { mgTransport },
  }
  const reply = await rig.api.post('/api/v5/integration-modules/messenger/edit', { integrationModule })
  expect(reply.status, reply.text).toBe(201)
  await messenger.say('m-1', { type: 'text', text: 'Do you have olive trees?' })
  // The panel is beside the conversation on wide screens only.
  bruno = await rig.desk('bruno', { viewport: { width: 1600, height: 900 } })
})
afterAll(async () => {
  await rig.close()
  await module.close()
})

const visitor = () => bruno.page.getByRole('region', { name: 'Visitor' })
const openChat = async () => {
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /Vera/ }).first().click()
  await bruno.page.getByLabel('Write a message').waitFor()
}

it('[D-115] shows when the visitor was online and the visits, with links to the web alone', async () => {
  module.answer((request, response) => {
    if (request.path === '/online') return json(response, 200, { lastOnline: new Date().toISOString() })
    const pages = [
      { url: 'https://fern.example/olive', title: 'Olive trees' },
      { url: 'javascript:alert(1)', title: 'Not a page' },
    ]
    return json(response, 200, {
      ...{ countVisits: 7, country: 'se', city: 'Lund', device: { browser: 'Firefox', os: 'Linux' } },
      lastVisit: { createdAt: new Date().toISOString(), source: 'newsletter', pages },
    })
  })
  await openChat()
  // The transport has 5 seconds, which a busy machine may exceed; then the next opening asks again.
  const isShown = async () => {
    await bruno.idle()
    if (await visitor().isVisible()) return true
    await bruno.page.reload()
    return false
  }
  await expect.poll(isShown, { timeout: 60_000 }).toBe(true)
  for (const text of ['Last seen online', 'now', '7', 'newsletter', 'Firefox, Linux', 'Lund, SE'])
    await visitor().getByText(text, { exact: true }).waitFor()
  const links = visitor().getByRole('link')
  expect([await links.count(), await links.first().getAttribute('href')]).toEqual([1, 'https://fern.example/olive'])
  expect(await seriousViolations(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'chat-visitor')
  const asked = module.received.find(({ path }) => path === '/visits')
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ clientId: 'shop-1', externalUserId: 'vera' })
})

it('[D-115] shows no panel when the transport fails, and the conversation works', async () => {
  module.answer((_request, response) => json(response, 500, {}))
  await openChat()
  await bruno.page.reload()
  await bruno.page.getByText('Do you have olive trees?').first().waitFor()
  await bruno.idle()
  expect(await visitor().count()).toBe(0)
  expect(bruno.browserErrors).toEqual([])
})
