// The chat on a shop's page, in a real browser.

import type { Heard } from '@patchbay/sdk/verify/stand-in'
import { until } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModuleRig, startModuleRig } from './module-rig.ts'

let rig: ModuleRig
beforeAll(async () => {
  rig = await startModuleRig('webchat')
  await until('the chat opens its channel', () => rig.system.channels.size === 1)
  await rig.page.goto(rig.url)
})
afterAll(() => rig?.close())

const webhook = async (type: string, data: object): Promise<{ external_message_id: string }> => {
  const timestamp = Math.floor(Date.now() / 1000)
  const json = { type, meta: { timestamp }, data: { channel_id: 1, ...data } }
  const answer = await rig.send('/transport/webhook', { json })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { external_message_id: string }
}
const brought = (from: number, end: string) =>
  rig.system.waitFor(({ path, status }) => path.endsWith(end) && status === 200, 5_000, from) as Promise<Heard>

it('a visitor writes, the shop answers and both react, by keyboard alone', async () => {
  const { page } = rig
  await page.getByRole('button', { name: 'Chat' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Is the <fern> in stock?')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log')
  await log.getByText('Is the <fern> in stock?').waitFor()
  const { fields } = await brought(0, '/messages')
  const external_user_id = (fields.customer as { external_id: string }).external_id
  const external_chat_id = String(fields.external_chat_id)
  const who = { external_user_id, external_chat_id }

  const { external_message_id } = await webhook('message_sent', {
    ...who,
    id: 7,
    type: 'text',
    content: 'Yes, three of them',
  })
  await log.getByText('Yes, three of them').waitFor()
  const thumb = log.getByRole('button', { name: 'React with 👍' })
  await thumb.focus()
  await page.keyboard.press('Enter')
  await log.getByRole('button', { name: 'React with 👍', pressed: true }).waitFor()
  expect((await brought(0, '/messages/reaction')).fields).toMatchObject({
    message: { external_id: external_message_id },
    reaction: '👍',
  })

  const asked = (fields.message as { external_id: string }).external_id
  const point = { ...who, external_message_id: asked }
  await webhook('reaction_add', { ...point, new_reaction: '❤️', all_reactions: [{ reaction: '❤️' }] })
  await log.getByRole('img', { name: 'The shop reacted with ❤️' }).waitFor()
  await webhook('reaction_delete', { ...point, old_reaction: '❤️', all_reactions: [] })
  await log.getByRole('img', { name: 'The shop reacted with ❤️' }).waitFor({ state: 'detached' })

  await page.getByRole('textbox', { name: 'Your message' }).focus()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('log').isVisible()).toBe(false)
  await page.keyboard.press('Enter')
  await log.getByText('Yes, three of them').waitFor()
})

it('a visitor sends a picture; after a reload the conversation is still there', async () => {
  const { page } = rig
  const from = rig.system.heard.length
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.getByLabel('Send a picture').last().setInputFiles({ name: 'fern.png', mimeType: 'image/png', buffer: PNG })
  expect((await brought(from, '/messages')).fields).toMatchObject({ message: { type: 'image' } })
  await page.reload()
  await page.getByRole('button', { name: 'Chat' }).click()
  await page.getByRole('log').getByText('Yes, three of them').waitFor()
  const picture = page.getByRole('img', { name: 'A picture' })
  await picture.waitFor()
  expect(await picture.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth)).toBe(1)
})

it('has nothing that axe complains of, and the browser neither', async () => {
  expect(await rig.findings('#patchbay-webchat')).toEqual([])
  expect(rig.complaints).toEqual([])
})
