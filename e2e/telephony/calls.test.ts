import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, connectExchange, fillShop, ring } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot } from '../support/screenshots.ts'

let rig: Rig
let exchange: Receiver
let ada: Desk
let bruno: Desk
let customers: number[]
beforeAll(async () => {
  rig = await startRig()
  exchange = await startReceiver()
  await connectExchange(rig.api, exchange)
  ;({ customers } = await fillShop(rig.api))
  ada = await rig.desk('ada')
  bruno = await rig.desk('bruno')
  for (const { page } of [ada, bruno]) await page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
})
afterAll(async () => {
  await rig.close()
  await exchange.close()
})

const card = ({ page }: Desk) => page.getByRole('region', { name: /call \+46 8 500 550 01/i })
/** A WAV file of so many seconds. */
const silence = (seconds: number): Buffer => {
  const [rate, header] = [8_000, Buffer.alloc(44)]
  const size = seconds * rate
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + size, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(size, 40)
  return Buffer.concat([header, Buffer.alloc(size, 128)])
}
const incoming = { phone: '+46 8 500 550 01', type: 'in', externalPhone: '+46850055000' }

it('[T-15][T-16] shows the call card to the manager whose extension rings, with the shop, and to nobody else', async () => {
  await ring(rig.api, { ...incoming, codes: ['102'], callExternalId: 'one' })
  await card(bruno).waitFor()
  await screenshot(bruno.page, 'call-card')
  expect(await card(bruno).textContent()).toMatch(/to Fern & Field Online[\s\S]*Nadia Petrova[\s\S]*F-1040/)
  expect(await card(ada).count()).toBe(0)
  await card(bruno).getByLabel('Call note').fill('Wants it by Friday')
  await card(bruno).getByRole('button', { name: 'Save note' }).click()
  await bruno.page.getByText('Note saved').waitFor()
  await card(bruno).getByRole('link', { name: 'Nadia Petrova' }).click()
  await bruno.page.getByRole('heading', { level: 1, name: 'Nadia Petrova' }).waitFor()
})

it('shows the open card again after a reload, and takes it back when the call has ended', async () => {
  await bruno.page.reload()
  await card(bruno).waitFor()
  await ring(rig.api, { ...incoming, type: 'hangup', hangupStatus: 'answered', codes: ['102'], callExternalId: 'one' })
  await card(bruno).waitFor({ state: 'detached' })
  await bruno.page.goto(`${ADDRESS}/calls`)
  await bruno.page.getByText('Wants it by Friday').waitFor()
})

it.each([
  ['after it has read and before its stream is open', '/workspace/call-cards', '/workspace/live'],
  ['after its stream is open and before what it read is here', '/workspace/live', '/workspace/call-cards'],
])('shows a page the call that rings %s', async (scene, done, late) => {
  const { page } = ada
  const before = await (await rig.wire('ada')).get('/workspace/call-cards')
  const rung = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await rung.promise
    if (late === '/workspace/live') await route.continue()
    else await route.fulfill({ status: 200, contentType: 'application/json', body: before.text })
  }
  await page.route(`**${late}*`, hold, { times: 1 })
  const isDone = page.waitForResponse((response) => response.url().includes(done))
  await page.goto(`${ADDRESS}/orders`)
  await isDone
  const call = { ...incoming, codes: ['101'], callExternalId: scene }
  await ring(rig.api, call)
  rung.resolve()
  await card(ada).waitFor()
  await ring(rig.api, { ...call, type: 'hangup', hangupStatus: 'answered' })
  await card(ada).waitFor({ state: 'detached' })
})

it('withdraws the card where the call is answered elsewhere', async () => {
  await ring(rig.api, { ...incoming, codes: ['101', '102'], callExternalId: 'two' })
  await Promise.all([card(ada).waitFor(), card(bruno).waitFor()])
  await ring(rig.api, { ...incoming, codes: ['101'], callExternalId: 'two' })
  await bruno.page.getByText(/Answered elsewhere|Call transferred/).waitFor()
  await card(bruno).waitFor({ state: 'detached' })
  expect(await card(ada).count()).toBe(1)
})

it('[T-05][T-06] shows the call icon to those who have an extension, and calls at one press', async () => {
  const address = `${ADDRESS}/customers/${customers[1]}`
  const chiara = await rig.desk('chiara')
  await chiara.page.goto(address)
  await chiara.page.getByText('+46 8 500 550 02').waitFor()
  await chiara.page.waitForLoadState('networkidle')
  expect(await chiara.page.getByRole('button', { name: /^Call/ }).count()).toBe(0)
  await chiara.context.close()
  exchange.received.length = 0
  await bruno.page.goto(address)
  await bruno.page.getByRole('button', { name: 'Call +46 8 500 550 02' }).click()
  await bruno.page.getByText('Your phone will ring').waitFor()
  const calls = exchange.received.filter(({ path }) => path === '/call')
  expect(calls.map(({ query }) => [query.get('code'), query.get('clientId')])).toEqual([['102', 'fern-4711']])
})

it('[T-08] says in a sentence that a call could not be started, and what to do', async () => {
  exchange.answer((_received, response) => json(response, 500, {}))
  await bruno.page.getByRole('button', { name: 'Call +46 8 500 550 02' }).click()
  await bruno.page.getByText(/could not be started.*Call from your phone/).waitFor()
  exchange.answer((_received, response) => json(response, 200, {}))
})

it('[T-11] switches the status, tells the exchange, and says for how long', async () => {
  exchange.received.length = 0
  const status = bruno.page.getByRole('button', { name: /^Available/ })
  await status.click()
  await bruno.page.getByRole('menuitem', { name: 'Lunch' }).click()
  await bruno.page.getByRole('button', { name: /^Lunch for 0:0/ }).waitFor()
  await expect
    .poll(() => exchange.received.filter(({ path }) => path === '/status').map(({ query }) => query.get('status')))
    .toContain('dinner')
})

it('[T-02][T-03] lets an administrator edit extensions, and locks them where the module keeps them to itself', async () => {
  await ada.page.goto(`${ADDRESS}/modules/switchboard`)
  const codes = ada.page.getByRole('region', { name: 'Additional codes' })
  await codes.getByRole('textbox', { name: 'Extension' }).first().fill('111')
  await ada.page.getByRole('button', { name: 'Save', exact: true }).click()
  await ada.page.getByText('Settings saved').waitFor()
  const { body } = await rig.api.get('/api/v5/integration-modules/switchboard')
  expect(JSON.stringify(body)).toContain('"code":"111"')
  await connectExchange(rig.api, exchange, { allowEdit: false })
  await ada.page.goto(`${ADDRESS}/modules/switchboard`)
  await ada.page.getByText('These settings are managed by the module').waitFor()
  expect(await codes.getByRole('textbox', { name: 'Extension' }).first().isDisabled()).toBe(true)
  expect(await ada.page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  expect(await ada.page.getByRole('button', { name: 'Delete' }).count()).toBe(1)
})

it('shows an uploaded call to whoever looks at the calls, without a reload', async () => {
  await ada.page.goto(`${ADDRESS}/calls`)
  await ada.page.getByRole('table', { name: 'Calls' }).waitFor()
  const late = { date: at(1), type: 'in', phone: '+46 8 500 550 77', code: '101', result: 'busy', externalId: 'late' }
  await rig.api.post('/api/v5/telephony/calls/upload', { calls: [late], clientId: 'fern-4711' })
  await ada.page.getByText('+46 8 500 550 77').waitFor()
})

it('[T-19] plays a recording when it is asked to and not before, from where and as fast as one likes', async () => {
  await connectExchange(rig.api, exchange)
  const sound = silence(20)
  const headers = { 'content-type': 'audio/wav', 'content-length': sound.length }
  exchange.answer((_received, response) => void response.writeHead(200, headers).end(sound))
  const recorded = { type: 'in', phone: '+46 8 500 550 01', code: '111', result: 'answered', duration: 20 }
  const calls = [{ ...recorded, date: at(0), externalId: 'recorded', recordUrl: `${exchange.url}/records/1.wav` }]
  await rig.api.post('/api/v5/telephony/calls/upload', { calls, clientId: 'fern-4711' })
  exchange.received.length = 0
  const { page } = ada
  await page.goto(`${ADDRESS}/calls`, { waitUntil: 'networkidle' })
  const listen = page.getByRole('button', { name: 'Listen' }).first()
  await listen.waitFor()
  expect(await page.locator('audio').count()).toBe(0)
  expect(exchange.received, 'nothing is fetched before').toEqual([])
  await listen.click()
  type State = { paused: boolean; at: number; speed: number; length: number }
  const state = (): Promise<State> =>
    page.locator('audio').evaluate((audio: HTMLAudioElement) => ({
      paused: audio.paused,
      at: audio.currentTime,
      speed: audio.playbackRate,
      length: audio.duration,
    }))
  await expect.poll(async () => (await state()).length).toBe(20)
  expect(await state()).toMatchObject({ paused: true, at: 0, speed: 1 })
  const slider = page.getByRole('slider', { name: 'Recording' })
  await slider.focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await state()).at).toBeGreaterThan(19)
  await page.keyboard.press('Home')
  await expect.poll(async () => (await state()).at).toBe(0)
  await page.getByText('2×').click()
  expect((await state()).speed).toBe(2)
  await page.getByRole('button', { name: 'Listen', pressed: false }).click()
  await expect.poll(async () => (await state()).at).toBeGreaterThan(0)
  await screenshot(page, 'recording')
  await page.getByRole('button', { name: 'Listen', pressed: true }).click()
  expect((await state()).paused).toBe(true)
  exchange.answer((_received, response) => json(response, 200, {}))
})

it('goes on showing cards after Redis was restarted under an open page', async () => {
  await ada.page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await rig.installation.redis.stop()
  await rig.installation.redis.start()
  const event = { ...incoming, phone: '+46 8 500 550 05', codes: ['101'], callExternalId: 'three' }
  await ring(rig.api, event)
  await ada.page.getByRole('region', { name: /call \+46 8 500 550 05/i }).waitFor({ timeout: 20_000 })
})

it('complained about nothing', () => {
  // The refusal of T-08 is a failed request on purpose.
  const complaints = [...ada.complaints, ...bruno.complaints].filter((one) => !one.includes('/workspace/calls'))
  expect(complaints).toEqual([])
})
