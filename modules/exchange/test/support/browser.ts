import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { toneWav } from '../../src/recordings/tones.ts'
import type { Exchange } from './exchange.ts'

// The softphone in Chromium, whose microphone says one tone.

const MODULE = join(import.meta.dirname, '../..')
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
export const BROWSER_HERTZ = 880

/** The page must have been built. */
export const buildSoftphone = (): void => {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: MODULE, stdio: 'inherit' })
}

export const launchBrowser = (folder: string): Promise<Browser> => {
  if (!INSTALLED) throw new Error('Chromium is not installed: apt-get install chromium')
  const voice = join(folder, 'microphone.wav')
  writeFileSync(voice, toneWav(BROWSER_HERTZ, 10, 0))
  const args = [
    ...['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors', '--allow-loopback-in-peer-connection'],
    ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ...['--autoplay-policy=no-user-gesture-required', `--use-file-for-fake-audio-capture=${voice}`],
  ]
  return chromium.launch({ executablePath: INSTALLED, args })
}

/** Contacts of an extension at Kamailio, as it knows them: each page has one of its own, for a while also after it is closed. */
export const contactsOf = async ({ databaseUrl }: Pick<Exchange, 'databaseUrl'>, code: string): Promise<string[]> => {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rows } = await db.query<{ said: string }>(
    "select concat(received, ' ', socket, ' ', contact) as said from exchange.location where username = $1",
    [code],
  )
  await db.end()
  return rows.map(({ said }) => said)
}

/** Runs in the page, before its program. */
const KEEP_CONNECTIONS = `
  globalThis.opened = []
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args) {
      super(...args)
      opened.push(this)
    }
  }`

/** Opened on its own, outside of a workspace; returns when calls can come. */
export const openSoftphone = async (exchange: Exchange, context: BrowserContext, code: string): Promise<Page> => {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.addInitScript({ content: KEEP_CONNECTIONS })
  const before = new Set(await contactsOf(exchange, code))
  await page.goto((await exchange.softphoneLink(code)).url)
  const added = async () => (await contactsOf(exchange, code)).filter((contact) => !before.has(contact))
  await expect.poll(added, { timeout: 120_000 }).toHaveLength(1)
  return page
}

type Media = { dtls: string; cipher: string; packets: number }

/** What the last call of the page says about its encryption and what it received. */
export const mediaOf = (page: Page): Promise<Media> =>
  page.evaluate<Media>(`(async () => {
    const stats = [...(await opened.at(-1).getStats()).values()]
    const transport = stats.find(({ type }) => type === 'transport')
    const received = stats.find(({ type }) => type === 'inbound-rtp')
    return { dtls: transport.dtlsState, cipher: transport.srtpCipher, packets: received?.packetsReceived ?? 0 }
  })()`)
