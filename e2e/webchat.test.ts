// The chat on a shop's page, in a real browser, served by the module in a process of its own; the system is the SDK's
// stand-in, which signs what the managers do.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from '@patchbay/sdk/signature'
import { type Heard, type StandIn, startStandIn } from '@patchbay/sdk/verify/stand-in'
import { freePort, until } from '@patchbay/testkit/services'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const folder = mkdtempSync(join(tmpdir(), 'patchbay-webchat-'))
let system: StandIn
let module: ChildProcess
let url: string
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  system = await startStandIn()
  url = `http://127.0.0.1:${await freePort()}`
  const own = { PATCHBAY_URL: system.url, PATCHBAY_KEY: system.apiKey, PUBLIC_URL: url, DATA_FOLDER: folder }
  const main = join(import.meta.dirname, '../modules/webchat/src/main.ts')
  module = spawn(process.execPath, [main], { env: { ...process.env, ...own }, stdio: 'ignore' })
  await until('the chat opens its channel', () => system.channels.size === 1)
  if (!CHROMIUM) throw new Error('Chromium is not installed: apt-get install chromium')
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  page = await browser.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(url)
})
afterAll(async () => {
  await browser?.close()
  module?.kill()
  await system.close()
  rmSync(folder, { recursive: true, force: true })
})

const webhook = async (type: string, data: object): Promise<{ external_message_id: string }> => {
  const body = JSON.stringify({
    type,
    meta: { timestamp: Math.floor(Date.now() / 1000) },
    data: { channel_id: 1, ...data },
  })
  const clientid = system.settings()?.clientId ?? ''
  const headers = {
    'content-type': 'application/json',
    clientid,
    ...sign([system.secret], crypto.randomUUID(), new Date(), body),
  }
  const answer = await fetch(`${url}/transport/webhook`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { external_message_id: string }
}
const brought = (from: number, end: string) =>
  system.waitFor(({ path, status }) => path.endsWith(end) && status === 200, 5_000, from) as Promise<Heard>

it('a visitor writes, the shop answers and both react, by keyboard alone', async () => {
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
  const from = system.heard.length
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
  await page.addScriptTag({
    content: readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  })
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (where: object) => Promise<{ violations: { id: string }[] }> }
    }
    return (await axe.run({ include: [['#patchbay-webchat']] })).violations
  })
  expect(found.map(({ id }) => id)).toEqual([])
  expect(complaints).toEqual([])
})
