import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerAll, connectMessenger, type Messenger } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { barriers, screenshot } from '../support/screenshots.ts'

let rig: Rig
let hooks: Receiver
let messenger: Messenger
let ada: Desk
beforeAll(async () => {
  rig = await startRig()
  hooks = await startReceiver((_received, response) =>
    json(response, 200, { external_message_id: crypto.randomUUID() }),
  )
  messenger = await connectMessenger(rig, hooks.url)
  await messenger.say('one', { type: 'text', text: 'Is the olive tree still there?' })
  await messenger.say('two', { type: 'text', text: 'Do you deliver on Sundays?' }, 'Omar')
  await answerAll(await rig.wire('bruno'), 'We look and write back')
  ada = await rig.desk('ada')
  await ada.page.goto(`${ADDRESS}/modules/messenger`)
})
afterAll(async () => {
  await rig.close()
  await hooks.close()
})

const rows = () => ada.page.getByRole('table', { name: 'Event' }).locator('tbody tr')
const panel = () => ada.page.getByRole('dialog')
const address = () => ada.page.getByRole('region', { name: 'URL' })
const sent = () => hooks.received.map(({ headers, body }) => [headers['webhook-id'], body])

it('[D-69] shows what a transport was told, found by chat and by state, with the exact body and every try', async () => {
  await ada.page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await ada.page.getByRole('heading', { level: 1, name: 'Webhooks: Messenger' }).waitFor()
  await address().getByText('Healthy').waitFor()
  await expect.poll(() => rows().filter({ hasText: 'Delivered' }).count()).toBe(2)
  await ada.page.getByRole('combobox', { name: 'Chat' }).click()
  await ada.page.getByRole('option', { name: 'Omar' }).click()
  await expect.poll(() => rows().count()).toBe(1)
  await rows().getByRole('link', { name: 'Message sent' }).click()
  await panel().getByText('answered 200').waitFor()
  const told = hooks.received.find(({ body }) => body.includes('chat-omar'))
  await panel().getByText(String(told?.headers['webhook-id'])).waitFor()
  const body = await panel().getByLabel('Request body').textContent()
  expect(JSON.parse(body ?? '')).toEqual(JSON.parse(told?.body ?? ''))
  expect(await barriers(ada.page)).toEqual([])
})

it('[D-69] sends one event again, with the same id and bytes', async () => {
  const before = sent()
  const [id, body] = before.find(([, text]) => text?.includes('chat-omar')) ?? []
  await panel().getByRole('button', { name: 'Resend' }).click()
  await ada.page.getByText('Event queued with the same webhook-id').waitFor()
  await expect.poll(() => sent().length).toBe(before.length + 1)
  expect(sent().at(-1)).toEqual([id, body])
  await expect.poll(() => panel().getByText('answered 200').count()).toBe(2)
})

it('[D-69] replays everything from a time on', async () => {
  const before = sent().length
  await ada.page.goto(`${ADDRESS}/modules/messenger/webhooks`)
  await ada.page.getByRole('button', { name: 'Replay' }).click()
  await panel().getByRole('button', { name: 'Replay' }).click()
  await ada.page.getByText('2 events queued').waitFor()
  await expect.poll(() => sent().length).toBe(before + 2)
})

it('[D-69] says why an address was disabled, and enables it again', async () => {
  hooks.answer((_received, response) => json(response, 410, { error: 'moved away' }))
  await answerAll(await rig.wire('bruno'), 'It is still there')
  await address().getByText('the URL responded with 410 Gone').waitFor()
  await rows().first().getByText('Pending').waitFor()
  await screenshot(ada.page, 'webhooks-disabled')
  expect(await barriers(ada.page)).toEqual([])
  hooks.answer((_received, response) => json(response, 200, { external_message_id: crypto.randomUUID() }))
  await address().getByRole('button', { name: 'Enable' }).click()
  await ada.page.getByText('Webhook enabled').waitFor()
  await address().getByText('Healthy').waitFor()
  await expect.poll(() => rows().filter({ hasText: 'Delivered' }).count()).toBe(4)
})

it('[D-69] says when the next try of an event is, and that what follows in its chat waits for it', async () => {
  hooks.answer((_received, response) => void response.writeHead(503, { 'retry-after': '120' }).end())
  await messenger.say('three', { type: 'text', text: 'Hello?' }, 'Vera')
  for (const text of ['A moment', 'Here it is']) await answerAll(await rig.wire('bruno'), text)
  await address().getByText('Failing').waitFor()
  // Two chats, two messages each, above the four that were delivered before.
  await expect.poll(() => rows().count()).toBe(8)
  await rows().first().getByRole('link').click()
  await panel().getByText('Waiting for an earlier event').waitFor()
  await panel().getByRole('button', { name: 'Show that event' }).click()
  await panel().getByText('Next attempt').waitFor()
  await panel().getByText('answered 503').waitFor()
  await screenshot(ada.page, 'webhook-waiting')
  expect(ada.complaints).toEqual([])
})
