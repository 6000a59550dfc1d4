import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMessenger, type Messenger } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { barriers, screenshot } from '../support/screenshots.ts'

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
const told = (type: string) =>
  hooks.received
    .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
    .filter((one) => one.type === type)

it('shows the conversation with its unread count, and answers', async () => {
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /Vera.*2 unread/ }).click()
  await log(bruno).getByText('Do you have olive trees?').waitFor()
  await log(bruno).getByText('Olive tree, 120 cm').waitFor()
  await bruno.page.getByLabel('Write a message').fill('We do, from 189 dollars')
  await bruno.page.keyboard.press('Enter')
  await log(bruno).getByText('We do, from 189 dollars').waitFor()
  await expect.poll(() => told('message_sent').length).toBe(1)
  await bruno.page.getByRole('link', { name: /unread/ }).waitFor({ state: 'detached' })
})

it('adds, replaces and removes a reaction, seen by a colleague and told to the messenger', async () => {
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
  expect(await barriers(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'chat')
  await log(bruno).getByRole('button', { name: /❤️/ }).click()
  await log(chiara).getByRole('button', { name: /❤️/ }).waitFor({ state: 'detached' })
  await expect.poll(() => hooks.received.filter(({ body }) => body.includes('reaction_')).length).toBe(3)
})

it('shows a reaction of the client, in the conversation and in the list', async () => {
  await messenger.react('hello', '🔥')
  await log(bruno)
    .getByRole('button', { name: /🔥.*customer/ })
    .waitFor()
  await bruno.page.getByText('reacted 🔥').waitFor()
})

it('shows a picture that the client sent', async () => {
  await messenger.show('picture', 'My terrace')
  const picture = log(bruno).getByRole('img', { name: 'My terrace' })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
})

it('[C-15] gives no picker where the channel does not take reactions, and only its dictionary where it does', async () => {
  await log(bruno).getByRole('button', { name: 'React', exact: true }).first().click()
  const offered = await bruno.page.getByRole('button', { name: /^React with/ }).allTextContents()
  expect(offered).toEqual(['👍', '❤️', '🔥'])
  await bruno.page.keyboard.press('Escape')
  await messenger.settings('send')
  await bruno.page.reload()
  await log(bruno).getByText('Do you have olive trees?').waitFor()
  // The product and the picture still have theirs.
  await expect.poll(() => log(bruno).getByRole('button', { name: 'React', exact: true }).count()).toBe(2)
})

it('[C-01][C-02][C-03] shows an administrator what the channel lets people do, as the module’s own to change', async () => {
  const { page, context, complaints } = await rig.desk('ada')
  await page.goto(`${ADDRESS}/modules/messenger`)
  await page.getByRole('link', { name: 'Channels', exact: true }).click()
  const channel = page.getByRole('region', { name: 'Fern on Telegram' })
  await channel.getByText('👍 ❤️ 🔥').waitFor()
  await channel.getByText('one (a new one replaces it)').waitFor()
  // Reactions to texts go one way since the test before, those to pictures both ways.
  const abilities = channel.locator('dl > div').filter({ hasText: 'reacting' })
  const ways = await abilities
    .getByRole('img')
    .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('aria-label')))
  expect(ways.filter((way) => way === 'only from the customer')).toHaveLength(1)
  await page.getByText('These settings are managed by the module').waitFor()
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

it('takes a reaction back, with the reason, when it is refused', async () => {
  await messenger.settings('both')
  await bruno.page.reload()
  await log(bruno).getByRole('button', { name: 'React', exact: true }).first().click()
  await messenger.settings('send')
  await bruno.page.getByRole('button', { name: 'React with 👍' }).click()
  await bruno.page.getByText('Reaction not sent').waitFor()
  await log(bruno).getByRole('button', { name: /👍/ }).waitFor({ state: 'detached' })
})
