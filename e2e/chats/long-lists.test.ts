// 10,000 chats and a conversation of 10,000 messages: only what is in view is rendered, pages are loaded in both
// directions while one scrolls, and what one looks at stays where it is.
import { FERN } from '@patchbay/testkit/fixtures'
import { addLongChats } from '@patchbay/testkit/long-chats'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMessenger, type Messenger } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'

const COUNT = 10_000
/** More than a screen and the rows around it. */
const MOST_RENDERED = 60

let rig: Rig
let hooks: Receiver
let messenger: Messenger
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  hooks = await startReceiver((_received, response) => json(response, 200, {}))
  messenger = await connectMessenger(rig, hooks.url)
  await addLongChats(rig.installation.adminUrl, FERN.host, { chats: COUNT, messages: COUNT })
  bruno = await rig.desk('bruno')
  await bruno.page.goto(`${ADDRESS}/chats`)
})
afterAll(async () => {
  await rig.close()
  await hooks.close()
})

const log = () => bruno.page.getByRole('log')
const chats = () => bruno.page.getByRole('list', { name: 'Chats' }).getByRole('link')

/** The numbers of the rows that are rendered, as they stand below each other. */
const numbersIn = async (rows: ReturnType<typeof chats>, pattern: RegExp): Promise<number[]> =>
  (await rows.allTextContents()).flatMap((text) => Number(pattern.exec(text)?.[1] ?? Number.NaN) || [])
const lines = () => numbersIn(log().getByRole('listitem'), /Line (\d+)\./)

/** Scrolls until the rows satisfy a condition; each time they must be consecutive and few. */
const scrollUntil = async (
  read: () => Promise<number[]>,
  by: number,
  isThere: (numbers: number[]) => boolean,
): Promise<void> => {
  await expect
    .poll(
      async () => {
        const numbers = await read()
        expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place))
        expect(numbers.length).toBeLessThan(MOST_RENDERED)
        await bruno.page.mouse.wheel(0, by)
        return isThere(numbers)
      },
      { timeout: 90_000, interval: 50 },
    )
    .toBe(true)
}

it('scrolls through hundreds of chats and back to the top, with the rows in view only', async () => {
  const addresses = async () =>
    chats().evaluateAll((links) =>
      links.map((link) => Number(link.getAttribute('href')?.split('/').at(-1)?.split('?')[0])),
    )
  await chats().first().waitFor()
  const [first = 0] = await addresses()
  const numbers = async () => (await addresses()).map((id) => id - first)
  await chats().first().hover()
  await scrollUntil(numbers, 2_500, (found) => (found.at(-1) ?? 0) > 600)
  await scrollUntil(numbers, -2_500, (found) => found[0] === 0)
}, 200_000)

it('scrolls up through a thousand messages and down again to the latest', async () => {
  await chats().first().click()
  await log().getByText(`Line ${COUNT}.`).waitFor()
  await log().hover()
  await scrollUntil(lines, -2_500, (found) => (found[0] ?? COUNT) < COUNT - 1_000)
  await bruno.page.getByRole('button', { name: 'Show the latest messages' }).waitFor()
  await scrollUntil(lines, 2_500, (found) => found.at(-1) === COUNT)
  await bruno.page.getByRole('button', { name: 'Show the latest messages' }).waitFor({ state: 'detached' })
}, 200_000)

it('a reply from far up leads back to the latest messages', async () => {
  const { page } = bruno
  await scrollUntil(lines, -2_500, (found) => (found[0] ?? COUNT) < COUNT - 500)
  await page.getByLabel('Write a message').fill('We will look into it')
  await page.keyboard.press('Enter')
  await log().getByText('We will look into it').waitFor()
  await messenger.say('hello', { type: 'text', text: 'Good morning' })
  await chats().filter({ hasText: 'Good morning' }).waitFor()
  expect(bruno.browserErrors).toEqual([])
}, 200_000)
