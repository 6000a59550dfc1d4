import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerAll, connectMessenger, type Messenger } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

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

it('[D-69] lists the webhooks of a transport, filtered by chat and by state, with the exact body and every attempt', async () => {
  await ada.page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await ada.page.getByRole('heading', { level: 1, name: 'Webhooks: Messenger' }).waitFor()
  await address().getByText('Healthy').waitFor()
  await expect.poll(() => rows().filter({ hasText: 'Delivered' }).count()).toBe(2)
  await ada.page.getByRole('combobox', { name: 'Chat' }).click()
  await ada.page.getByRole('option', { name: 'Omar' }).click()
  await expect.poll(() => rows().count()).toBe(1)
  await rows().getByRole('link', { name: 'Message sent' }).click()
  await panel().getByText('HTTP 200').waitFor()
  const delivered = hooks.received.find(({ body }) => body.includes('chat-omar'))
  await panel().getByText(String(delivered?.headers['webhook-id'])).waitFor()
  const body = await panel().getByLabel('Request body').textContent()
  expect(JSON.parse(body ?? '')).toEqual(JSON.parse(delivered?.body ?? ''))
  expect(await seriousViolations(ada.page)).toEqual([])
})

it('[D-69] resends one event with the same id and body', async () => {
  const before = sent()
  const [id, body] = before.find(([, text]) => text?.includes('chat-omar')) ?? []
  await panel().getByRole('button', { name: 'Resend' }).click()
  await ada.page.getByText('Event queued with the same webhook-id').waitFor()
  await expect.poll(() => sent().length).toBe(before.length + 1)
  expect(sent().at(-1)).toEqual([id, body])
  await expect.poll(() => panel().getByText('HTTP 200').count()).toBe(2)
})

it('[D-69] replays all events since a time', async () => {
  const before = sent().length
  await ada.page.goto(`${ADDRESS}/modules/messenger/webhooks`)
  await ada.page.getByRole('button', { name: 'Replay' }).click()
  await panel().getByRole('button', { name: 'Replay' }).click()
  await ada.page.getByText('2 events queued').waitFor()
  await expect.poll(() => sent().length).toBe(before + 2)
})

it('[D-69] shows why an endpoint was disabled, and enables it again', async () => {
  hooks.answer((_received, response) => json(response, 410, { error: 'moved away' }))
  await answerAll(await rig.wire('bruno'), 'It is still there')
  await address().getByText('the URL responded with 410 Gone').waitFor()
  await rows().first().getByText('Pending').waitFor()
  await screenshot(ada.page, 'webhooks-disabled')
  expect(await seriousViolations(ada.page)).toEqual([])
  hooks.answer((_received, response) => json(response, 200, { external_message_id: crypto.randomUUID() }))
  await address().getByRole('button', { name: 'Enable' }).click()
  await ada.page.getByText('Webhook enabled').waitFor()
  await address().getByText('Healthy').waitFor()
  await expect.poll(() => rows().filter({ hasText: 'Delivered' }).count()).toBe(4)
})

it('[D-69] shows when the next attempt of an event is, and that later events of its chat wait for it', async () => {
  hooks.answer((_received, response) => void response.writeHead(503, { 'retry-after': '120' }).end())
  await messenger.say('three', { type: 'text', text: 'Hello?' }, 'Vera')
  for (const text of ['A moment', 'Here it is']) await answerAll(await rig.wire('bruno'), text)
  await address().getByText('Failing').waitFor()
  // Two messages in each of two chats, plus the four that were delivered before.
  await expect.poll(() => rows().count()).toBe(8)
  await rows().first().getByRole('link').click()
  await panel().getByText('Waiting for an earlier event').waitFor()
  await panel().getByRole('button', { name: 'Show that event' }).click()
  await panel().getByText('Next attempt').waitFor()
  await panel().getByText('HTTP 503').waitFor()
  await screenshot(ada.page, 'webhook-waiting')
  expect(ada.browserErrors).toEqual([])
})

it('[D-69] sends a waiting event now, and what waited behind it', async () => {
  hooks.answer((_received, response) => json(response, 200, { external_message_id: crypto.randomUUID() }))
  await panel().getByRole('button', { name: 'Send now' }).click()
  await ada.page.getByText('Event is being sent').waitFor()
  await panel().getByText('HTTP 200').waitFor()
  await panel().getByRole('button', { name: 'Resend' }).waitFor()
  await ada.page.keyboard.press('Escape')
  // The two of the other chat have a back-off of their own.
  await expect.poll(() => rows().filter({ hasText: 'Delivered' }).count()).toBe(6)
  expect(ada.browserErrors).toEqual([])
})
