// A visitor on the shop's page and a manager in the workspace, each in a browser, with the web chat between them. The
// server, the worker and the chat are separate processes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, violations } from '../support/screenshots.ts'

let rig: Rig
let visitor: Desk
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  const shop = await rig.module('webchat')
  visitor = await rig.desk(undefined)
  bruno = await rig.desk('bruno')
  await visitor.page.goto(shop)
  await bruno.page.goto(`${ADDRESS}/chats`)
})
afterAll(() => rig?.close())

const log = ({ page }: Desk) => page.getByRole('log')
const theShop = (reaction: string) => log(visitor).getByRole('img', { name: `The shop reacted with ${reaction}` })
const thumb = (pressed?: boolean) =>
  log(visitor).getByRole('button', { name: 'React with 👍', ...(pressed !== undefined && { pressed }) })
const chip = (name: RegExp) => log(bruno).getByRole('button', { name })

it('a visitor writes with the keyboard only; the manager reads it and replies', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Chat' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Is the <fern> in stock?')
  await page.keyboard.press('Enter')
  await log(visitor).getByText('Is the <fern> in stock?').waitFor()
  await bruno.page.getByRole('link', { name: /1 unread/ }).click()
  await log(bruno).getByText('Is the <fern> in stock?').waitFor()
  await bruno.page.getByLabel('Write a message').fill('Yes, three of them')
  await bruno.page.keyboard.press('Enter')
  await log(visitor).getByText('Yes, three of them').waitFor()
})

it('[C-06][C-07] a visitor’s 👍 appears as a chip in the workspace, is replaced by ❤️ and removed', async () => {
  await thumb().focus()
  await visitor.page.keyboard.press('Enter')
  await thumb(true).waitFor()
  await chip(/👍.*customer/).waitFor()
  const hasFocus = () =>
    thumb(true).evaluate((button) => button === (button.getRootNode() as Document | ShadowRoot).activeElement)
  expect(await hasFocus(), 'the keyboard stays where it was').toBe(true)
  await screenshot(visitor.page, 'shop-reaction')
  await screenshot(bruno.page, 'workspace-reaction')
  await log(visitor).getByRole('button', { name: 'React with ❤️' }).click()
  await chip(/❤️.*customer/).waitFor()
  await chip(/👍/).waitFor({ state: 'detached' })
  await thumb(false).waitFor()
  await log(visitor).getByRole('button', { name: 'React with ❤️', pressed: true }).click()
  await chip(/❤️/).waitFor({ state: 'detached' })
})

it('[C-10][C-11][C-12] a manager’s reaction appears on the visitor’s page, is replaced and removed', async () => {
  const react = async (emoji: string) => {
    await log(bruno).getByRole('button', { name: 'React', exact: true }).first().click()
    await bruno.page.getByRole('button', { name: `React with ${emoji}` }).click()
  }
  await react('❤️')
  await theShop('❤️').waitFor()
  await react('👍')
  await theShop('👍').waitFor()
  await theShop('❤️').waitFor({ state: 'detached' })
  await chip(/👍.*Bruno Costa/).click()
  await theShop('👍').waitFor({ state: 'detached' })
})

it('closes and reopens with the keyboard and keeps the conversation', async () => {
  const { page } = visitor
  await page.getByRole('textbox', { name: 'Your message' }).focus()
  await page.keyboard.press('Escape')
  expect(await log(visitor).isVisible()).toBe(false)
  await page.keyboard.press('Enter')
  await log(visitor).getByText('Yes, three of them').waitFor()
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const widthOf = (element: HTMLImageElement | SVGElement | HTMLElement) => (element as HTMLImageElement).naturalWidth

it('a picture reaches the manager; the conversation survives a reload of the visitor’s page', async () => {
  const { page } = visitor
  await page.getByLabel('Send an image').last().setInputFiles({ name: 'fern.png', mimeType: 'image/png', buffer: PNG })
  const arrived = log(bruno).locator('img').last()
  await expect.poll(() => arrived.evaluate(widthOf)).toBe(1)
  await page.reload()
  await page.getByRole('button', { name: 'Chat' }).click()
  await log(visitor).getByText('Yes, three of them').waitFor()
  const kept = page.getByRole('img', { name: 'Image' })
  await expect.poll(() => kept.evaluate(widthOf)).toBe(1)
})

it('has no accessibility violations and no browser errors', async () => {
  expect(await violations(visitor.page)).toEqual([])
  expect([...visitor.browserErrors, ...bruno.browserErrors]).toEqual([])
})
