// Long conversations and long lists of them, page by page, while others write.
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMessenger, type Messenger } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'

let rig: Rig
let hooks: Receiver
let messenger: Messenger
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  hooks = await startReceiver((_received, response) => json(response, 200, {}))
  messenger = await connectMessenger(rig, hooks.url)
  for (let n = 0; n < 59; n++) await messenger.say(`c-${n}`, { type: 'text', text: 'Hello' }, `Client ${n}`)
  for (let n = 0; n < 110; n++)
    await messenger.say(`m-${n}`, { type: 'text', text: n === 30 ? 'Message 30. Is the begonia in?' : `Message ${n}.` })
  bruno = await rig.desk('bruno')
  await bruno.page.goto(`${ADDRESS}/chats`)
})
afterAll(async () => {
  await rig.close()
  await hooks.close()
})

const log = () => bruno.page.getByRole('log')
const message = (n: number) =>
  log()
    .getByRole('listitem')
    .filter({ hasText: `Message ${n}.` })

/** What the rows say while one scrolls through them, each once: only those in view are rendered. */
const readScrolling = async <T>(read: () => Promise<T[]>, by: number, count: number): Promise<T[]> => {
  const found = new Set<T>()
  await expect
    .poll(async () => {
      for (const one of await read()) found.add(one)
      await bruno.page.mouse.wheel(0, by)
      return found.size
    })
    .toBe(count)
  return [...found]
}

it('[D-61] lists every conversation once while one scrolls, also those that move up meanwhile', async () => {
  const chats = bruno.page.getByRole('list', { name: 'Chats' }).getByRole('link')
  await chats.first().waitFor()
  expect(await chats.count()).toBeLessThan(40)
  // From the second page to the top of the first, and somebody new.
  await messenger.say('again', { type: 'text', text: 'Are you there?' }, 'Client 3')
  await messenger.say('new', { type: 'text', text: 'Good day' }, 'Newcomer')
  await chats.filter({ hasText: 'Newcomer' }).waitFor()
  await chats.first().hover()
  const addresses = () => chats.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(await readScrolling(addresses, 300, 61)).not.toContain(null)
  // Back at the top, the latest is first.
  await expect
    .poll(async () => {
      await bruno.page.mouse.wheel(0, -2_000)
      return (await chats.first().textContent()) ?? ''
    })
    .toContain('Newcomer')
})

const numberIn = (text: string): number => Number(/Message (\d+)\./.exec(text)?.[1] ?? -1)

it('[D-61] shows earlier messages while one scrolls up, in order, and loses none when a new one comes', async () => {
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /^.?Vera/ }).click()
  await message(109).waitFor()
  await log().hover()
  await messenger.say('m-110', { type: 'text', text: 'Message 110.' })
  await message(110).waitFor()
  const rows = log().getByRole('listitem')
  const numbers = async () => (await rows.allTextContents()).map(numberIn).filter((number) => number >= 0)
  const found = await readScrolling(numbers, -400, 111)
  expect(found.sort((one, other) => one - other)).toEqual(Array.from({ length: 111 }, (_, n) => n))
  // Those in view are in order, below each other.
  const shown = await numbers()
  expect(shown).toEqual(shown.toSorted((one, other) => one - other))
  await expect
    .poll(async () => {
      await bruno.page.mouse.wheel(0, -2_000)
      return message(0).isVisible()
    })
    .toBe(true)
  expect(await log().getByRole('button', { name: 'Load earlier messages' }).count()).toBe(0)
})

it('[D-68] shows a reaction to a message far up at once, before the server has answered, and that of the customer', async () => {
  const { page } = bruno
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/workspace/messages/*/reactions', async (route) => {
    await held
    await route.continue()
  })
  await message(0).getByRole('button', { name: 'React', exact: true }).click()
  await page.getByRole('button', { name: 'React with 👍' }).click()
  const mine = message(0).getByRole('button', { name: /👍.*Bruno Costa/ })
  await mine.waitFor()
  expect(hooks.received).toEqual([])
  answer()
  await expect.poll(() => hooks.received.length).toBe(1)
  await messenger.react('m-0', '🔥')
  await message(0)
    .getByRole('button', { name: /🔥.*customer/ })
    .waitFor()
  await mine.waitFor()
  await page.unroute('**/workspace/messages/*/reactions')
  expect(bruno.browserErrors).toEqual([])
})

it('finds a message far up by its words, shows it among its neighbours, and leads back to the latest', async () => {
  const { page } = bruno
  await page.goto(`${ADDRESS}/chats`)
  await page.getByRole('textbox', { name: 'Search messages' }).fill('bego')
  const found = page.getByRole('list', { name: 'Messages found' }).getByRole('link')
  await expect.poll(() => found.count()).toBe(1)
  await found.click()
  await expect.poll(() => message(30).isVisible()).toBe(true)
  expect(await message(109).count()).toBe(0)
  // What one writes is among the latest messages, which are shown then.
  await page.getByRole('button', { name: 'Show the latest messages' }).click()
  await expect.poll(() => message(109).isVisible()).toBe(true)
  await page.getByRole('textbox', { name: 'Write a message' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill('begonia')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /begonia/ })
    .click()
  await expect.poll(() => message(30).isVisible()).toBe(true)
  expect(await found.count()).toBe(0)
})
