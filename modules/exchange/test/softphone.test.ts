import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toneWav } from '../src/recordings/tones.ts'
import { longestSilence, secondsOf, strengthOf } from './support/audio.ts'
import { BROWSER_HERTZ, buildSoftphone, contactsOf, launchBrowser, mediaOf, openSoftphone } from './support/browser.ts'
import { openEar } from './support/ear.ts'
import { CARRIER, type Exchange, LINE, recordFor, settled, startExchange } from './support/exchange.ts'
import { carrier, listens, runSipp, step, telephone } from './support/sipp.ts'
import { type Certificate, makeCertificate, relayFromTls, relayToTls } from './support/tls.ts'

// Everything encrypted: the softphone in Chromium over wss with DTLS-SRTP, and a carrier over TLS.

let own: Certificate
let exchange: Exchange
let browser: Browser
let context: BrowserContext
let relayPort: number
const closing: (() => void)[] = []
beforeAll(async () => {
  buildSoftphone()
  exchange = await startExchange({
    environment: { RING_SECONDS: '60', QUEUE_SECONDS: '60', HAND_OVER_SECONDS: '600', FORBIDDEN_PREFIXES: '+1900' },
    inFolder: (folder, port) => {
      own = makeCertificate(folder, 'exchange')
      const { key: TLS_KEY, certificate: TLS_CERTIFICATE } = own
      const TRUNK_HOST = `${CARRIER}:${port + 5};transport=tls`
      return { TLS_KEY, TLS_CERTIFICATE, TLS_AUTHORITIES: TLS_CERTIFICATE, TRUNK_HOST }
    },
  })
  const { folder, tlsPort, nextPort } = exchange
  relayPort = nextPort()
  closing.push(await relayToTls(CARRIER, relayPort, tlsPort))
  browser = await launchBrowser(folder)
  context = await browser.newContext({ locale: 'en-GB' })
})
afterAll(async () => {
  await browser?.close()
  for (const close of closing) close()
  await exchange?.stop()
})

/** A tone of this strength is audible; without one there are rounding errors. */
const AUDIBLE = 1_000

const receivesTone = ({ strengthOf }: { strengthOf: (hertz: number) => number }, hertz: number): Promise<void> =>
  expect.poll(() => strengthOf(hertz), { timeout: 120_000 }).toBeGreaterThan(AUDIBLE)

const CUSTOMER_HERTZ = 440
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const dial = async (page: Page, number: string, fields = { field: 'Phone number', call: 'Call' }) => {
  await page.getByRole('textbox', { name: fields.field }).fill(number)
  await button(page, fields.call).click()
}
const tone = (hertz: number): string => {
  const file = join(exchange.folder, `${hertz}.wav`)
  writeFileSync(file, toneWav(hertz, 3, 0))
  return file
}
const press = async (page: Page, name: string, pressed: boolean) => {
  await page.getByRole('button', { name, pressed: !pressed }).click()
  await page.getByRole('button', { name, pressed }).waitFor()
}
/** This much more sound has reached the customer. */
const receivesMore = async ({ count }: { count: () => number }, packets: number) => {
  const before = count()
  await expect.poll(count, { timeout: 120_000 }).toBeGreaterThan(before + packets)
}

/** The carrier is called over TLS. */
const answerOverTls = async (steps: readonly string[], certificate = own) => {
  const { folder, carrierPort, nextPort } = exchange
  const port = nextPort()
  const sipp = runSipp({ folder, name: 'tls-called', address: CARRIER, port, transport: 'tcp', steps })
  await listens(sipp, port, CARRIER, 'tcp')
  const close = await relayFromTls(CARRIER, carrierPort, port, certificate)
  return {
    kill: () => {
      sipp.kill()
      close()
    },
    finished: async () => {
      expect(await sipp.done, sipp.errors()).toBe(0)
      close()
    },
  }
}

/** The carrier calls over TLS; an ear receives what the customer does. */
const callOverTls = async (phone: string, ends: readonly string[] = [step.recv('BYE'), step.ok]) => {
  const { folder, nextPort } = exchange
  const ear = await openEar(CARRIER, nextPort(), CUSTOMER_HERTZ)
  const sipp = runSipp({
    folder,
    name: `tls-${phone.replaceAll('+', '')}`,
    address: CARRIER,
    port: nextPort(),
    remote: `${CARRIER}:${relayPort}`,
    transport: 'tcp',
    callers: [phone],
    steps: [ear.at(carrier.invite(LINE)), carrier.trying, carrier.ringing, carrier.answered, ...ends.map(ear.at)],
  })
  return {
    ...ear,
    finished: async () => {
      expect(await sipp.done, sipp.errors()).toBe(0)
      ear.close()
    },
  }
}

const recordingOf = async (phone: string): Promise<Buffer> =>
  (await exchange.download(new URL(String(recordFor(exchange.system, phone)?.recordUrl)).pathname)).bytes

it('a call over TLS to a softphone over wss: encrypted media, received on both sides and recorded', async () => {
  const page = await openSoftphone(exchange, context, '101')
  expect(await contactsOf(exchange, '101')).toEqual([expect.stringContaining(`tls:127.0.0.1:${exchange.tlsPort}`)])
  const phone = '+15550501'
  const caller = await callOverTls(phone)
  await button(page, 'Answer').click()
  await page.getByText(`In a call with ${phone}`).waitFor()
  await receivesTone(caller, BROWSER_HERTZ)
  await expect.poll(async () => (await mediaOf(page)).packets, { timeout: 120_000 }).toBeGreaterThan(50)
  expect(await mediaOf(page)).toMatchObject({ dtls: 'connected', cipher: expect.stringMatching(/AES|AEAD/) })
  await button(page, 'Hang up').click()
  await caller.finished()
  expect((await settled(exchange.system, phone)).at(-1)).toBe('record 101 answered')
  const recording = await recordingOf(phone)
  expect(strengthOf(recording, 0, CUSTOMER_HERTZ)).toBeGreaterThan(AUDIBLE)
  expect(strengthOf(recording, 1, BROWSER_HERTZ)).toBeGreaterThan(AUDIBLE)
  await page.close()
})

it('the customer receives the announcement, then the manager, music on hold, and the manager again', async () => {
  Object.assign(exchange.settings, { announcement: tone(600), music: tone(700) })
  const page = await openSoftphone(exchange, context, '101')
  const phone = '+15550502'
  const caller = await callOverTls(phone)
  await button(page, 'Answer').click()
  await receivesTone(caller, 600)
  await receivesTone(caller, BROWSER_HERTZ)
  await press(page, 'Hold', true)
  await receivesTone(caller, 700)
  await press(page, 'Hold', false)
  await receivesTone(caller, BROWSER_HERTZ)
  Object.assign(exchange.settings, { announcement: undefined, music: undefined })
  await button(page, 'Hang up').click()
  await caller.finished()
  await page.close()
})

it('while the recording is paused nothing of either side is in it', async () => {
  const page = await openSoftphone(exchange, context, '101')
  const phone = '+15550503'
  const caller = await callOverTls(phone)
  await button(page, 'Answer').click()
  await receivesMore(caller, 75)
  await press(page, 'Pause recording', true)
  await receivesMore(caller, 75)
  await press(page, 'Pause recording', false)
  await receivesMore(caller, 75)
  await button(page, 'Hang up').click()
  await caller.finished()
  await settled(exchange.system, phone)
  const recording = await recordingOf(phone)
  for (const channel of [0, 1] as const) {
    const { from, to } = longestSilence(recording, channel)
    expect(to - from, `channel ${channel}`).toBeGreaterThan(1)
    expect(from, 'sound before it').toBeGreaterThan(0.5)
    expect(secondsOf(recording) - to, 'sound after it').toBeGreaterThan(0.5)
  }
  await page.close()
})

it('dials a number outside over TLS; a carrier whose certificate nobody known has issued gets no call', async () => {
  const page = await openSoftphone(exchange, context, '101')
  const phone = '+15550504'
  const customer = await answerOverTls([...telephone.answers, ...telephone.isHungUp])
  await dial(page, phone)
  await page.getByText(`In a call with ${phone}`).waitFor()
  await button(page, 'Hang up').click()
  await customer.finished()
  expect(await settled(exchange.system, phone)).toEqual([
    ...['out 101', 'answer 101'],
    ...['hangup 101 answered', 'record 101 answered'],
  ])
  const impostor = await answerOverTls(telephone.answers, makeCertificate(exchange.folder, 'impostor'))
  await dial(page, '+15550505')
  await page.getByRole('alert').getByText('The call could not be connected.').waitFor()
  impostor.kill()
  expect(await settled(exchange.system, '+15550505')).toEqual(['out 101', 'hangup 101 failed', 'record 101 failed'])
  await page.close()
})

it('says why a call was refused and what to do, in the language of the user', async () => {
  const page = await openSoftphone(exchange, context, '101')
  const alert = page.getByRole('alert')
  await dial(page, '+19005550506')
  await alert.getByText('Calls to this number are blocked. If you need it, ask an administrator to allow it.').waitFor()
  await dial(page, '102')
  await alert.getByText('This colleague’s phone is not connected.').waitFor()
  for (const [status, sentence] of [
    [404, 'This number does not exist. Check it and dial again.'],
    [486, 'The line is busy. Try again in a few minutes.'],
  ] as const) {
    const refuses = telephone.declines.map((one) => one.replace('SIP/2.0 486', `SIP/2.0 ${status}`))
    const customer = await answerOverTls(refuses)
    await dial(page, '+15550507')
    await alert.getByText(sentence).waitFor()
    await customer.finished()
  }
  await page.close()
  const russian = await browser.newContext({ locale: 'ru-RU' })
  const other = await openSoftphone(exchange, russian, '102')
  await dial(other, '+19005550506', { field: 'Номер телефона', call: 'Позвонить' })
  await other.getByRole('alert').getByText('Звонки на этот номер заблокированы.').waitFor()
  await russian.close()
  // Or the next call would ring there too.
  await expect.poll(() => contactsOf(exchange, '102')).toEqual([])
})

it('a page that is closed in a call asks first; the next one takes the call over, and nothing else changes', async () => {
  const first = await openSoftphone(exchange, context, '101')
  const phone = '+15550508'
  const caller = await callOverTls(phone, [...telephone.isReinvited, step.recv('BYE'), step.ok])
  await button(first, 'Answer').click()
  await receivesTone(caller, BROWSER_HERTZ)
  const asked = first.waitForEvent('dialog')
  const closed = first.waitForEvent('close')
  await first.close({ runBeforeUnload: true })
  await (await asked).accept()
  await closed
  // The tone of ringing, until the call goes on.
  await receivesTone(caller, 425)
  const second = await openSoftphone(exchange, context, '101')
  await second.getByText(`In a call with ${phone}`).waitFor()
  await receivesTone(caller, BROWSER_HERTZ)
  await button(second, 'Hang up').click()
  await caller.finished()
  expect(await settled(exchange.system, phone)).toEqual([
    ...['in 101', 'answer 101'],
    ...['hangup 101 answered', 'record 101 answered'],
  ])
  await second.close()
})
