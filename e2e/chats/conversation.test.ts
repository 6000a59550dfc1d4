// Everything in a conversation except plain text: quotes, files and pictures in both directions, voice messages, orders.
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMessenger, type Messenger, PIXEL } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let hooks: Receiver
let messenger: Messenger
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  let number = 0
  hooks = await startReceiver((_received, response) => json(response, 200, { external_message_id: `sent-${++number}` }))
  messenger = await connectMessenger(rig, hooks.url)
  await messenger.say('hello', { type: 'text', text: 'Do you have olive trees?' })
  bruno = await rig.desk('bruno')
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /Vera/ }).click()
})
afterAll(async () => {
  await rig.close()
  await hooks.close()
})

const log = () => bruno.page.getByRole('log')
const files = () => bruno.page.getByRole('list', { name: 'Attachments' })
const send = () => bruno.page.getByRole('button', { name: 'Send', exact: true })
type Sent = { type: string; data: { type?: string; content?: string; items?: object[]; quote_external_id?: string } }
const sent = (): Sent[] =>
  hooks.received.map(({ body }) => JSON.parse(body) as Sent).filter(({ type }) => type === 'message_sent')
const attach = (name: string, mimeType: string, buffer: Buffer) =>
  bruno.page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

it('quotes a message, and sends the id of the quoted message to the messenger', async () => {
  await log().getByText('Do you have olive trees?').waitFor()
  await log().getByRole('button', { name: 'Reply' }).first().click()
  await bruno.page.getByText('Replying to: Do you have olive trees?').waitFor()
  await bruno.page.getByLabel('Write a message').fill('We do')
  await send().click()
  const answer = log().getByRole('listitem').filter({ hasText: 'We do' })
  await answer.getByText('Do you have olive trees?').waitFor()
  expect(await bruno.page.getByText('Replying to:').count()).toBe(0)
  await expect.poll(() => sent().at(-1)?.data).toMatchObject({ content: 'We do', quote_external_id: 'hello' })
})

it('[C-01] shows a player for a voice message, a link to a file, and the orders and products that the customer sent', async () => {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.write('WAVEfmt ', 8)
  await messenger.bring('voice', 'audio', header)
  await messenger.bring('list', 'file', Buffer.from('olives, 3\n'), 'wishes.txt')
  await messenger.say('thing', {
    type: 'product',
    product: { id: 7, name: 'Olive tree, 120 cm', url: 'https://shop.fern.test/7' },
  })
  await messenger.say('order', { type: 'order', order: { number: 'F-1040', url: 'https://shop.fern.test/o/1040' } })
  const voice = log().locator('audio')
  await voice.waitFor()
  expect(
    await voice.evaluate((element: HTMLAudioElement) => [element.controls, element.autoplay, element.preload]),
  ).toEqual([true, false, 'none'])
  const file = log().getByRole('link', { name: 'wishes.txt' })
  await file.waitFor()
  const read = await bruno.page.request.get(
    new URL((await file.getAttribute('href')) ?? '', `http://127.0.0.1:${rig.server.port}`).href,
    {
      headers: { host: new URL(ADDRESS).host },
    },
  )
  expect([read.headers()['content-disposition'], await read.text()]).toEqual(['attachment', 'olives, 3\n'])
  await log().getByText('Olive tree, 120 cm').waitFor()
  await log().getByText('Order F-1040').waitFor()
  expect(await seriousViolations(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'chat-kinds')
})

it('sends a picture with a text: shows a preview, then the message, and notifies the messenger', async () => {
  await attach('terrace.png', 'image/png', PIXEL)
  await files().getByText('terrace.png').waitFor()
  await expect
    .poll(() =>
      files()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1)
  await bruno.page.getByLabel('Write a message').fill('This one?')
  await screenshot(bruno.page, 'chat-attached')
  expect(await seriousViolations(bruno.page)).toEqual([])
  await send().click()
  const mine = log().getByRole('listitem').filter({ hasText: 'This one?' })
  await expect
    .poll(() => mine.getByRole('img', { name: 'Image' }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1)
  await expect.poll(() => sent().at(-1)?.data).toMatchObject({ type: 'image', content: 'This one?', items: [{}] })
  expect(await files().count()).toBe(0)
})

it('sends a file under its name, without a text', async () => {
  await attach('offer.txt', 'text/plain', Buffer.from('3 olive trees: 540'))
  await files().getByText('offer.txt').waitFor()
  await expect.poll(() => send().isEnabled()).toBe(true)
  await send().click()
  await log().getByRole('link', { name: 'offer.txt' }).waitFor()
  await expect.poll(() => sent().at(-1)?.data).toMatchObject({ type: 'file', items: [{ caption: 'offer.txt' }] })
})

it('shows why a file is rejected, by the page or by the server', async () => {
  await attach('huge.pdf', 'application/pdf', Buffer.alloc(9_000))
  await files().getByRole('alert').getByText('The file is larger than 5 kB').waitFor()
  await attach('page.html', 'text/html', Buffer.from('<!doctype html><script>alert(1)</script>'))
  await files()
    .getByText(/The file was rejected: files of the type text\/html are not accepted/)
    .waitFor()
  await screenshot(bruno.page, 'chat-refused')
  await files().getByRole('button', { name: 'Remove huge.pdf' }).click()
  await files().getByRole('button', { name: 'Remove page.html' }).click()
  expect(await files().count()).toBe(0)
})

it('stays scrolled to the end while pictures load, keeps the position after scrolling up, and scrolls to a new message', async () => {
  const { page } = bruno
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 260 } })
  for (const number of [1, 2, 3]) await messenger.bring(`terrace-${number}`, 'image', picture, `Terrace ${number}`)
  await page.reload()
  const seen = () =>
    log()
      .getByRole('img', { name: /^Terrace/ })
      .evaluateAll((pictures) => pictures.filter((one) => one.clientHeight > 200).length)
  await expect.poll(seen).toBe(3)
  const toEnd = () => log().evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))
  await expect.poll(toEnd).toBe(0)
  await log().evaluate((box) => box.scrollTo(0, 0))
  const { width, height } = page.viewportSize() ?? expect.fail('no window')
  await page.setViewportSize({ width, height: height - 100 })
  await page.setViewportSize({ width, height })
  expect(await log().evaluate((box) => box.scrollTop)).toBe(0)
  await messenger.say('white', { type: 'text', text: 'And in white?' })
  await log().getByText('And in white?').waitFor()
  await expect.poll(toEnd).toBe(0)
})

it('[D-63] has no attach button if the channel does not accept files', async () => {
  const none = { creating: 'none' }
  await messenger.settings('both', { image: none, file: none, audio: none })
  await bruno.page.reload()
  await log().getByText('And in white?').waitFor()
  expect(await bruno.page.getByRole('button', { name: 'Attach a file' }).count()).toBe(0)
})

it('logs no browser errors except the rejected upload', () => {
  expect(bruno.browserErrors.filter((one) => !one.includes('/workspace/files'))).toEqual([])
})
