// `npm run pictures`: the first ten screens of the living demo, for README and documentation, in docs/images.
// `node e2e/pictures.ts --clone` goes the way of somebody who is new (.ci/run does that): clones the repository into a
// temporary folder, installs, runs `npm run dev` and waits for the first call card. Prints commands, seconds and pictures.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_PEOPLE } from '@patchbay/testkit/fixtures'
import type { BrowserContext, Page } from 'playwright-core'
import { launchChromium } from './support/chromium.ts'
import { type LivingDemo, signIn, startLivingDemo } from './support/living-demo.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const isClone = process.argv.includes('--clone')
const out = join(ROOT, isClone ? 'e2e/screenshots' : 'docs/images')
const say = (line: string): void => console.log(`${process.uptime().toFixed(1).padStart(6)} s  ${line}`)

const VIEW = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  reducedMotion: 'reduce',
  colorScheme: 'light',
} as const

/** Until nothing loads any more. */
const settle = async (page: Page): Promise<void> => {
  await page.locator('h1:visible, h2:visible').first().waitFor()
  await page.locator('[data-row], [role=region], [role=log], ul').first().waitFor()
  await page.getByRole('status', { name: 'Loading…' }).first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('load')
}

const card = (page: Page) => page.getByRole('region', { name: /^Incoming call/ })

/** Waits for a call that the day brings by itself. */
const ringing = async (page: Page): Promise<void> => {
  await card(page).getByText('Ringing').first().waitFor({ timeout: 180_000 })
}

const play = async (panel: Page, scene: string): Promise<void> =>
  panel.getByRole('button', { name: `Play: ${scene}`, exact: true }).click()

const happened = (panel: Page, text: string) => panel.getByRole('listitem').filter({ hasText: text }).first()

const openTrace = async (context: BrowserContext, panel: Page, text: string): Promise<Page> => {
  const [trace] = await Promise.all([
    context.waitForEvent('page'),
    happened(panel, text).getByRole('link', { name: 'Trace' }).click(),
  ])
  await trace.getByRole('heading', { level: 1, name: /trace/ }).waitFor()
  return trace
}

const shoot = async (page: Page, name: string): Promise<void> => {
  await settle(page)
  const path = join(out, `${name}.png`)
  await page.screenshot({ path })
  say(relative(ROOT, path))
}

const takePictures = async (demo: LivingDemo, context: BrowserContext, page: Page): Promise<void> => {
  const [address] = demo.addresses
  const visit = async (name: string, path: string): Promise<void> => {
    await page.goto(`${address}${path}`)
    await shoot(page, name)
  }
  const panel = await context.newPage()
  await panel.goto(`${address}/demo`)
  await panel.getByRole('button', { name: 'Pause' }).click()
  await panel.getByLabel('Pace').selectOption('fast')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await card(page).waitFor({ state: 'detached' })
  await play(panel, 'A conversation')
  await happened(panel, ' reacted ').waitFor()
  const message = await openTrace(context, panel, ' wrote: ')
  await message.getByRole('link', { name: 'Open conversation' }).click()
  await message
    .getByRole('log')
    .getByRole('button', { name: /customer/ })
    .first()
    .waitFor()
  await shoot(message, 'chat')
  await play(panel, 'A paid order')
  await happened(panel, 'The customer paid').waitFor()
  const invoice = await openTrace(context, panel, 'The customer paid')
  // The bank charges the hold a moment later.
  while ((await invoice.getByText(/^Paid: invoice of/).count()) === 0) {
    await invoice.reload()
    await invoice.getByRole('list', { name: /trace/ }).waitFor()
  }
  await shoot(invoice, 'trace-invoice')
  await invoice.getByRole('link', { name: 'Open order' }).click()
  await invoice.getByRole('group', { name: 'Invoice' }).getByText('Paid').first().waitFor()
  await shoot(invoice, 'order')
  await visit('home', '/')
  await visit('orders', '/orders')
  await visit('customer', '/customers/2')
  await visit('calls', '/calls')
  await visit('tasks', '/tasks')
  await panel.bringToFront()
  await shoot(panel, 'demo-panel')
}

const run = (folder: string, command: string): void => {
  console.log(`$ ${command}`)
  execFileSync('bash', ['-c', command], { cwd: folder, stdio: 'inherit' })
  say('done')
}

/** As README says; npm takes packages from its cache. */
const clone = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-clone-'))
  run(ROOT, `git clone --quiet . ${folder}`)
  run(folder, '. tools/node && npm ci --prefer-offline --no-audit --no-fund --loglevel=error')
  return folder
}

mkdirSync(out, { recursive: true })
const folder = isClone ? clone() : ROOT
console.log('$ npm run dev')
try {
  const demo = await startLivingDemo({ folder, onLine: (line) => console.log(`        | ${line}`) })
  const browser = await launchChromium()
  try {
    say(`open ${demo.addresses[0]}`)
    const context = await browser.newContext(VIEW)
    context.setDefaultTimeout(90_000)
    await signIn(context, demo.addresses[0], DEMO_PEOPLE.ada.email)
    const page = await context.newPage()
    await page.goto(`${demo.addresses[0]}/orders`)
    await ringing(page)
    say('the first call card rings')
    await shoot(page, isClone ? 'clone-first-call' : 'call-card')
    if (!isClone) await takePictures(demo, context, page)
  } finally {
    await browser.close()
    await demo.stop()
  }
} finally {
  if (isClone) rmSync(folder, { recursive: true, force: true })
}
