import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMessenger, type Messenger } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let hooks: Receiver
let messenger: Messenger
let bruno: Desk
let chiara: Desk
beforeAll(async () => {
  rig = await startRig()
  hooks = await startReceiver((_received, response) => json(response, 200, {}))
  messenger = await connectMessenger(rig, hooks.url)
  await messenger.say('hello', { type: 'text', text: 'Do you have olive trees?' })
  await messenger.say('thing', {
    type: 'product',
    product: { id: 7, name: 'Olive tree, 120 cm', url: 'https://shop.fern.test/7' },
  })
  bruno = await rig.desk('bruno')
  chiara = await rig.desk('chiara')
})
afterAll(async () => {
  await rig.close()
  await hooks.close()
})

const log = ({ page }: Desk) => page.getByRole('log')
const webhooksOf = (type: string) =>
  hooks.received
    .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
    .filter((one) => one.type === type)

it('shows the conversation with its unread count, and sends a reply', async () => {
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /Vera.*2 unread/ }).click()
  await log(bruno).getByText('Do you have olive trees?').waitFor()
  await log(bruno).getByText('Olive tree, 120 cm').waitFor()
  await bruno.page.getByLabel('Write a message').fill('We do, from 189 dollars')
  await bruno.page.keyboard.press('Enter')
  await log(bruno).getByText('We do, from 189 dollars').waitFor()
  await expect.poll(() => webhooksOf('message_sent').length).toBe(1)
  await bruno.page.getByRole('link', { name: /unread/ }).waitFor({ state: 'detached' })
})

it('adds, replaces and removes a reaction; a colleague sees it and the messenger is notified', async () => {
  await chiara.page.goto(bruno.page.url())
  const react = async (emoji: string) => {
    await log(bruno).getByRole('button', { name: 'React', exact: true }).first().click()
    await bruno.page.getByRole('button', { name: `React with ${emoji}` }).click()
  }
  await react('👍')
  await log(chiara)
    .getByRole('button', { name: /👍.*Bruno Costa/ })
    .waitFor()
  await react('❤️')
  await log(chiara)
    .getByRole('button', { name: /❤️.*Bruno Costa/ })
    .waitFor()
  await log(chiara).getByRole('button', { name: /👍/ }).waitFor({ state: 'detached' })
  expect(await seriousViolations(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'chat')
  await log(bruno).getByRole('button', { name: /❤️/ }).click()
  await log(chiara).getByRole('button', { name: /❤️/ }).waitFor({ state: 'detached' })
  await expect.poll(() => hooks.received.filter(({ body }) => body.includes('reaction_')).length).toBe(3)
})

it('shows a reaction of the customer in the conversation and in the list', async () => {
  await messenger.react('hello', '🔥')
  await log(bruno)
    .getByRole('button', { name: /🔥.*customer/ })
    .waitFor()
  await bruno.page.getByText('reacted 🔥').waitFor()
})

it('shows a picture that the customer sent', async () => {
  await messenger.show('picture', 'My terrace')
  const picture = log(bruno).getByRole('img', { name: 'My terrace' })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
})

it('[C-15] offers only the emoji of the channel’s dictionary, and no picker if the channel does not accept reactions', async () => {
  await log(bruno).getByRole('button', { name: 'React', exact: true }).first().click()
  const offered = await bruno.page.getByRole('button', { name: /^React with/ }).allTextContents()
  expect(offered).toEqual(['👍', '❤️', '🔥'])
  await bruno.page.keyboard.press('Escape')
  await messenger.settings('send')
  await bruno.page.reload()
  await log(bruno).getByText('Do you have olive trees?').waitFor()
  // The product and the picture still have a picker.
  await expect.poll(() => log(bruno).getByRole('button', { name: 'React', exact: true }).count()).toBe(2)
})

it('[C-01][C-02][C-03] shows an administrator what the channel supports, read-only', async () => {
  const { page, context, browserErrors } = await rig.desk('ada')
  await page.goto(`${ADDRESS}/modules/messenger`)
  await page.getByRole('link', { name: 'Channels', exact: true }).click()
  const channel = page.getByRole('region', { name: 'Fern on Telegram' })
  await channel.getByText('👍 ❤️ 🔥').waitFor()
  await channel.getByText('one (a new one replaces it)').waitFor()
  // The previous test made reactions to texts one-way; those to pictures go both ways.
  const abilities = channel.locator('dl > div').filter({ hasText: 'reacting' })
  const ways = await abilities
    .getByRole('img')
    .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('aria-label')))
  expect(ways.filter((way) => way === 'only from the customer')).toHaveLength(1)
  await page.getByText('These settings are managed by the module').waitFor()
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  expect(await seriousViolations(page)).toEqual([])
  expect(browserErrors).toEqual([])
  await context.close()
})

it('rolls a reaction back and shows the reason when the server rejects it', async () => {
  await messenger.settings('both')
  await bruno.page.reload()
  await log(bruno).getByRole('button', { name: 'React', exact: true }).first().click()
  await messenger.settings('send')
  await bruno.page.getByRole('button', { name: 'React with 👍' }).click()
  await bruno.page.getByText('Reaction not sent').waitFor()
  await log(bruno).getByRole('button', { name: /👍/ }).waitFor({ state: 'detached' })
})

it('[D-67] asks which reaction to replace where the channel’s limit is reached', async () => {
  await messenger.settings('both', { reactions: { max_count: 2 } })
  for (const { page } of [bruno, chiara]) await page.reload()
  const first = (desk: Desk) => log(desk).locator('[data-message]').first()
  const react = async (desk: Desk, emoji: string) => {
    await first(desk).getByRole('button', { name: 'React', exact: true }).click()
    await desk.page.getByRole('button', { name: `React with ${emoji}` }).click()
  }
  const chip = (emoji: string, who: string) =>
    first(bruno).getByRole('button', { name: new RegExp(`${emoji}.*${who}`) })
  await react(bruno, '👏')
  await chip('👏', 'Bruno Costa').waitFor()
  await react(chiara, '😮')
  await chip('😮', 'Chiara').waitFor()
  await react(bruno, '🎉')
  const dialog = bruno.page.getByRole('dialog', { name: 'Replace which reaction with 🎉?' })
  await dialog.getByText('This channel allows 2 reactions to a message.').waitFor()
  expect(await seriousViolations(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'chat-replace-reaction')
  await dialog.getByRole('button', { name: /^😮 · Chiara/ }).click()
  await chip('🎉', 'Bruno Costa').waitFor()
  await chip('👏', 'Bruno Costa').waitFor()
  await chip('😮', 'Chiara').waitFor({ state: 'detached' })
})

it('[D-70] edits and deletes one’s own message, and nobody else’s', async () => {
  hooks.answer((_received, response) => json(response, 200, { external_message_id: crypto.randomUUID() }))
  await bruno.page.getByLabel('Write a message').fill('From 179 dolars')
  await bruno.page.keyboard.press('Enter')
  const mine = ({ page }: Desk, text: string) => page.getByRole('log').getByRole('listitem').filter({ hasText: text })
  await mine(bruno, '179').getByText('sent', { exact: false }).waitFor()
  await mine(chiara, '179').waitFor()
  expect(await mine(chiara, '179').getByRole('button', { name: 'Edit message' }).count()).toBe(0)
  // With the keyboard only; afterwards one goes on from the same button.
  const edit = mine(bruno, '179').getByRole('button', { name: 'Edit message' })
  await edit.focus()
  await bruno.page.keyboard.press('Enter')
  await log(bruno).getByRole('textbox', { name: 'Edit message' }).fill('From 179 dollars')
  expect(await seriousViolations(bruno.page)).toEqual([])
  await bruno.page.keyboard.press('Enter')
  await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
  await mine(chiara, 'From 179 dollars').getByText('edited').waitFor()
  await expect.poll(() => webhooksOf('message_updated').at(-1)?.data.content).toBe('From 179 dollars')
  await mine(bruno, '179').getByRole('button', { name: 'Delete message' }).click()
  await bruno.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await mine(chiara, 'Deleted message').waitFor()
  await expect.poll(() => webhooksOf('message_deleted').length).toBe(1)
})

it('[D-68] assigns a chat to a manager, who finds it among theirs', async () => {
  await bruno.page.getByRole('combobox', { name: 'Assignee' }).click()
  await bruno.page.getByRole('option', { name: /Chiara/ }).click()
  await chiara.page.getByText('Mine', { exact: true }).click()
  await chiara.page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: /Vera/ }).waitFor()
  await expect.poll(() => chiara.page.getByRole('combobox', { name: 'Assignee' }).inputValue()).toMatch(/^Chiara/)
})

it('[D-97] closes the conversation while the module is off, and leaves it readable', async () => {
  const ada = await rig.wire('ada')
  await ada.postJson('/workspace/modules/messenger/activity', { active: false })
  await bruno.page.getByText('The channel or its module is off').waitFor()
  await log(bruno).getByText('Do you have olive trees?').waitFor()
  expect(await bruno.page.getByLabel('Write a message').count()).toBe(0)
  expect(await log(bruno).getByRole('button', { name: 'React', exact: true }).count()).toBe(0)
  await ada.postJson('/workspace/modules/messenger/activity', { active: true })
  await bruno.page.getByLabel('Write a message').waitFor()
})
